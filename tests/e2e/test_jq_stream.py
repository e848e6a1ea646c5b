# SPDX-License-Identifier: Apache-2.0
"""`krt jq` in bad company: endless input, slow pipes, full disks, broken pipes, huge files."""

import contextlib
import os
import pathlib
import pty
import random
import resource
import select
import signal
import subprocess
import threading
import time

import pytest

SLOW = 60  # seconds; nothing here comes near it


def jq(krt, *args, **more):
    more.setdefault("timeout", SLOW)
    return subprocess.run([krt, "jq", *args], capture_output=True, **more)


@contextlib.contextmanager
def running(krt, *args, **more):
    """A process with pipes that is gone at the end, whatever happens."""
    process = subprocess.Popen([krt, "jq", *args], stdin=more.pop("stdin", subprocess.PIPE),
                               stdout=more.pop("stdout", subprocess.PIPE),
                               stderr=subprocess.PIPE, **more)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


def resident_kib(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def read_within(pipe, seconds):
    ready, _, _ = select.select([pipe], [], [], seconds)
    return os.read(pipe.fileno(), 1 << 16) if ready else None


def feed(process, block, seconds):
    """Writes `block` over and over; the bytes written."""
    written = 0
    until = time.monotonic() + seconds
    with contextlib.suppress(BrokenPipeError):
        while time.monotonic() < until:
            written += os.write(process.stdin.fileno(), block)
    return written


@pytest.mark.parametrize("extra", [[], ["--threads", "2"], ["-R"], ["--stream"], ["--seq"]],
                         ids=lambda extra: " ".join(extra) or "plain")
def test_memory_stays_flat_on_an_endless_stream(krt, extra):
    line = b'{"name":"pod-1","labels":{"app":"web","tier":"front"},"list":[1,2,3,4]}\n'
    block = line * 2000
    with open(os.devnull, "wb") as nowhere, \
            running(krt, "-c", *extra, ".", stdout=nowhere) as process:
        assert feed(process, block, 1.0) > 0
        before = resident_kib(process.pid)
        assert feed(process, block, 1.5) > 1 << 20
        after = resident_kib(process.pid)
        assert process.poll() is None
    assert after < before + 4096, f"{before} KiB grew to {after} KiB"
    assert after < 64 << 10


def test_memory_stays_flat_when_one_run_reads_the_stream(krt):
    block = b"1\n" * 20000
    with running(krt, "-n", "reduce inputs as $x (0; . + $x)") as process:
        feed(process, block, 0.5)
        before = resident_kib(process.pid)
        feed(process, block, 1.0)
        assert resident_kib(process.pid) < before + 4096


def test_endless_results_in_flat_memory(krt):
    with open(os.devnull, "wb") as nowhere, running(krt, "-n", "repeat(1)", stdout=nowhere) as process:
        time.sleep(0.3)
        before = resident_kib(process.pid)
        time.sleep(0.7)
        assert process.poll() is None
        assert resident_kib(process.pid) < before + 2048


@pytest.mark.parametrize("extra", [[], ["--threads", "2"], ["-R"]],
                         ids=lambda extra: " ".join(extra) or "plain")
def test_result_comes_before_the_next_input(krt, extra):
    with running(krt, "-c", *extra, ".") as process:
        for number in (b"1\n", b"2\n"):
            process.stdin.write(number)
            process.stdin.flush()
            got = read_within(process.stdout, 10)
            assert got is not None and got.strip().strip(b'"') == number.strip()


def test_results_keep_coming_while_the_input_is_open(krt):
    with running(krt, "-c", "--unbuffered", ".[]") as process:
        process.stdin.write(b"[1,2]\n[3")
        process.stdin.flush()
        got = b""
        while got.count(b"\n") < 2:
            piece = read_within(process.stdout, 10)
            assert piece
            got += piece
        assert got == b"1\n2\n"


def test_broken_pipe_ends_quietly(krt):
    with running(krt, "-n", "repeat(1)") as process:
        assert os.read(process.stdout.fileno(), 10)
        process.stdout.close()
        process.stdout = None
        assert process.wait(SLOW) == -signal.SIGPIPE
        assert process.stderr.read() == b""


def test_ignored_sigpipe_is_an_error_instead(krt):
    ignore = lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    with running(krt, "-n", "repeat(1)", preexec_fn=ignore, restore_signals=False) as process:
        assert os.read(process.stdout.fileno(), 10)
        process.stdout.close()
        process.stdout = None
        assert process.wait(SLOW) == 2
        assert process.stderr.read() == b"jq: error: writing output failed: Broken pipe\n"


@pytest.mark.parametrize("args", [["-n", "repeat(1) | empty"], ["."], ["--threads", "2", "."]],
                         ids=["busy", "waiting", "threads"])
def test_interrupt(krt, args):
    with running(krt, *args) as process:
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(SLOW) == -signal.SIGINT  # which shells show as 130
        assert process.stderr.read() == b""


@pytest.mark.parametrize("args", [["-n", "1"], ["-n", "range(1e7)"], ["-n", "--unbuffered", "1, 2"]],
                         ids=["at the end", "early", "unbuffered"])
def test_full_disk(krt, args):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([krt, "jq", *args], stdin=subprocess.DEVNULL, stdout=full,
                              stderr=subprocess.PIPE, timeout=SLOW)
    assert done.stderr == b"jq: error: writing output failed: No space left on device\n"
    assert done.returncode == 2


def test_full_disk_ends_an_endless_stream(krt):
    with open("/dev/full", "wb") as full, running(krt, ".", stdout=full) as process:
        feed(process, b"1\n" * 10000, 5)
        assert process.wait(SLOW) == 2


def test_closed_standard_output(krt):
    done = subprocess.run(["sh", "-c", '"$1" jq -n 1 >&-', "sh", krt], capture_output=True,
                          timeout=SLOW)
    assert done.stderr == b"jq: error: writing output failed: Bad file descriptor\n"
    assert done.returncode == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_file_without_permission(krt, tmp_path):
    path = tmp_path / "secret.json"
    path.write_text("1")
    path.chmod(0)
    done = jq(krt, ".", str(path))
    assert done.stderr.decode() == f"jq: error: Could not open file {path}: Permission denied\n"
    assert done.returncode == 2


def test_colours_on_a_terminal(krt):
    env = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "JQ_COLORS")}
    for extra, want in (({}, b"\x1b[0;90mnull\x1b[0m\r\n"), ({"NO_COLOR": ""}, b"\x1b[0;90mnull\x1b[0m\r\n"),
                        ({"NO_COLOR": "1"}, b"null\r\n")):
        master, slave = pty.openpty()
        try:
            subprocess.run([krt, "jq", "-n", "."], stdin=subprocess.DEVNULL, stdout=slave,
                           env={**env, **extra}, timeout=SLOW, check=True)
            assert os.read(master, 1000) == want
        finally:
            os.close(master)
            os.close(slave)


def test_a_link_called_jq_is_jq(krt, tmp_path):
    link = tmp_path / "jq"
    link.symlink_to(krt)
    done = subprocess.run([str(link), "-nc", "[1]"], capture_output=True, timeout=SLOW)
    assert done.stdout == b"[1]\n"


def test_timeout_while_waiting_for_input(krt):
    with running(krt, "--timeout", "300ms", ".") as process:
        assert process.wait(SLOW) == 5
        assert process.stderr.read() == (
            b"jq: error: program stopped: TimeLimit (not done after 0.3 s; --timeout raises it)\n")


@pytest.mark.parametrize("args, block", [
    (["-s", "."], b"[1,2,3]\n" * 10_000), (["-Rs", "."], b"text\n" * 10_000), (["."], b"[1,2,3],\n" * 10_000),
    (["-R", "."], b"x" * 50_000), (["-R", "--threads", "2", "."], b"x" * 50_000)],
    ids=["slurp", "raw slurp", "one document", "one line", "one line, threads"])
def test_input_that_does_not_fit_in_memory(krt, args, block):
    with running(krt, "--max-memory", "20M", *args) as process:
        if args == ["."]:
            os.write(process.stdin.fileno(), b"[")
        feed(process, block, SLOW)
        assert process.wait(SLOW) == 5
        assert process.stderr.read() == (b"jq: error: program stopped: MemoryLimit "
                                         b"(more than 20 MiB of memory; --max-memory raises it)\n")


def test_timeout_over_many_short_runs(krt):
    with open(os.devnull, "wb") as nowhere, \
            running(krt, "--timeout", "500ms", ".", stdout=nowhere) as process:
        feed(process, b"1\n" * 10_000, SLOW)
        assert process.wait(SLOW) == 5
        assert b"TimeLimit" in process.stderr.read()


def test_stream_of_a_document_larger_than_memory(krt):
    """A document that would need gigabytes as a tree, under a limit far below that."""
    with running(krt, "-n", "--stream", "--max-memory", "64M",
                 "reduce (inputs | select(length == 2)) as $e (0; . + 1)") as process:
        def write():
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(b"[")
                for _ in range(1000):
                    process.stdin.write(b"[1,2,3],[4,5,6],\n" * 500)
                process.stdin.write(b"0]")
                process.stdin.close()
        writer = threading.Thread(target=write)
        writer.start()
        out = process.stdout.read()
        peak = resident_kib(process.pid)
        writer.join()
        process.stdin = None
        assert process.wait(SLOW) == 0
    assert out == b"3000001\n"
    assert peak < 64 << 10


# Two gigabytes take half a minute of every run, so they are for KARTA_TEST_HUGE=1.
HUGE = 2 << 30 if os.environ.get("KARTA_TEST_HUGE") else 128 << 20


@pytest.mark.parametrize("extra", [[], ["--stream"]], ids=["plain", "stream"])
def test_huge_sparse_file(krt, tmp_path, extra):
    """NUL bytes to no end after the beginning of a document."""
    path = tmp_path / "sparse.json"
    with open(path, "wb") as file:
        file.write(b"[1,2,")
        file.truncate(HUGE)
    done = jq(krt, "-c", *extra, ".", str(path), timeout=600)
    assert done.returncode == 5
    assert done.stderr == (
        b"jq: parse error: Invalid numeric literal at EOF at line 1, column %d\n" % HUGE)


def test_huge_document_that_is_cut_off(krt, tmp_path):
    path = tmp_path / "cut.json"
    with open(path, "wb") as file:
        file.write(b"[")
        for _ in range(HUGE >> 20):
            file.write(b'"%s",\n' % (b"x" * ((1 << 20) - 4)))
        file.write(b'{"a":')
    done = jq(krt, "-c", ".", str(path), timeout=600)
    assert (done.returncode, done.stdout) == (5, b"")
    assert done.stderr.startswith(b"jq: parse error: Unfinished JSON term at EOF at line ")


@pytest.mark.parametrize("depth", [1_000, 9_999])
def test_deep_documents_within_the_limit(krt, depth):
    text = b"[" * depth + b"]" * depth
    done = jq(krt, "-c", ".", input=text)
    assert (done.stdout, done.stderr, done.returncode) == (text + b"\n", b"", 0)


@pytest.mark.parametrize("depth", [10_001, 100_000, 5_000_000])
def test_documents_beyond_the_limit(krt, depth):
    for opening in (b"[", b'{"a":'):
        done = jq(krt, "-c", ".", input=opening * depth)
        assert done.returncode == 5
        assert done.stderr.startswith(b"jq: parse error: Exceeds depth limit for parsing at line 1")


def test_deep_values_made_by_a_program(krt):
    done = jq(krt, "-n", "reduce range(300000) as $i (0; [.]) | getpath([0, 0, 0]) | type")
    assert (done.stdout, done.returncode) == (b'"array"\n', 0)


def test_number_of_ten_thousand_digits(krt):
    digits = b"1" * 10_000
    done = jq(krt, "-c", "[., . == .]", input=digits)
    assert done.stdout == b"[" + digits + b",true]\n"


def test_small_stack_is_a_named_limit_not_a_crash(krt):
    small = lambda: resource.setrlimit(resource.RLIMIT_STACK, (512 << 10, 512 << 10))
    done = jq(krt, "-n", "def f: 1 + f; f", preexec_fn=small)
    assert done.returncode == 5
    assert b"jq: error: program stopped: " in done.stderr


def ndjson(lines, seed):
    rng = random.Random(seed)
    texts = []
    for i in range(lines):
        kind = rng.random()
        if kind < 0.02:
            texts.append('"not an object"')
        elif kind < 0.03:
            texts.append("")
        else:
            texts.append('{"i":%d,"s":"%s","l":[%s]}' % (
                i, "x" * rng.randrange(200), ",".join(map(str, range(rng.randrange(30))))))
    return "\n".join(texts).encode() + b"\n"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("program", [".", ".i, (.l[]? | . + 1)", "select(.i % 3 == 0) | .s | length"])
def test_threads_give_the_same_bytes(krt, program, seed):
    text = ndjson(20_000, seed)
    alone = jq(krt, "-c", program, input=text)
    together = jq(krt, "-c", "--threads", "3", program, input=text)
    assert together.stdout == alone.stdout
    assert together.stderr == alone.stderr
    assert together.returncode == alone.returncode


@pytest.mark.parametrize("seed", range(3))
def test_threads_with_a_document_over_several_lines_in_the_middle(krt, seed):
    lines = ndjson(20_000, seed).split(b"\n")
    lines.insert(12_000, b'{"i":1,\n"s":\n"y"}\n[1,\n2]')
    text = b"\n".join(lines)
    alone = jq(krt, "-c", ".i", input=text)
    together = jq(krt, "-c", "--threads", "3", ".i", input=text)
    assert (together.stdout, together.stderr, together.returncode) == (
        alone.stdout, alone.stderr, alone.returncode)


def test_threads_with_results_that_fill_memory_if_kept(krt):
    with open(os.devnull, "wb") as nowhere, \
            running(krt, "--threads", "2", "repeat(\"x\" * 1000)", stdout=nowhere) as process:
        process.stdin.write(b"1\n" * 100_000)
        process.stdin.flush()
        time.sleep(1.5)
        assert process.poll() is None
        assert resident_kib(process.pid) < 128 << 10


def test_threads_halt_while_another_run_never_ends(krt):
    text = b"1\n" + b" " * 600_000 + b"\n2\n"
    done = jq(krt, "--threads", "2", 'if . == 1 then halt_error(3) else def f: f; f end', input=text)
    assert done.returncode == 3


def test_threads_halt_while_the_input_stays_open(krt):
    with running(krt, "--threads", "2", "., halt") as process:
        process.stdin.write(b"1\n2\n")
        process.stdin.flush()
        assert process.wait(SLOW) == 0
        assert process.stdout.read() == b"1\n"
