# SPDX-License-Identifier: Apache-2.0
"""jq itself as a batch engine: JSON lines in, JSON lines out.

The PyPI package `jq` carries the whole C library, and its Python layer turns numbers into floats and
so loses exactly what we want to compare.  This calls the C functions in that same file directly.

Request:  {"p": program, "i": input text, "l": [library dirs], "v": {"name": value}, "max": 1000}
Answer:   {"o": [texts], "k": kind, "e": text, "d": [debug texts]}
  kind: null      the program ended;                     e is null
        "error"   it ended by an error;                  e is the error value as JSON text
        "compile" it did not compile;                    e is everything reported, as one text
        "input"   the input is not JSON;                 e is the message
        "halt"    halt or halt_error;                    e is [exit code, value or null] as JSON text
        "stopped" there were more than `max` results;    e is null
The program runs once, on the first value of the input text; `input` reads the rest.
"""

import ctypes
import json
import os
import resource
import sys
import tempfile

import jq as _binding

if not hasattr(_binding, "__file__") or not _binding.__file__.endswith(".so"):
    raise SystemExit("the `jq` package here is not the compiled binding")


class Jv(ctypes.Structure):
    # `value` stands for the union of a pointer and a double: both travel as one integer word.
    _fields_ = [("kind_flags", ctypes.c_ubyte), ("pad", ctypes.c_ubyte),
                ("offset", ctypes.c_ushort), ("size", ctypes.c_int), ("value", ctypes.c_uint64)]


_lib = ctypes.CDLL(_binding.__file__)
_P = ctypes.c_void_p
_MESSAGE = ctypes.CFUNCTYPE(None, _P, Jv)


def _function(name, result, *arguments):
    found = getattr(_lib, name)
    found.restype = result
    found.argtypes = list(arguments)
    return found


_jq_init = _function("jq_init", _P)
_jq_teardown = _function("jq_teardown", None, ctypes.POINTER(_P))
_jq_set_attr = _function("jq_set_attr", None, _P, Jv, Jv)
_jq_set_error = _function("jq_set_error_cb", None, _P, _MESSAGE, _P)
_jq_set_debug = _function("jq_set_debug_cb", None, _P, _MESSAGE, _P)
_jq_set_stderr = _function("jq_set_stderr_cb", None, _P, _MESSAGE, _P)
_jq_set_input = _function("jq_set_input_cb", None, _P, _P, _P)
_jq_compile_args = _function("jq_compile_args", ctypes.c_int, _P, ctypes.c_char_p, Jv)
_jq_start = _function("jq_start", None, _P, Jv, ctypes.c_int)
_jq_next = _function("jq_next", Jv, _P)
_jq_halted = _function("jq_halted", ctypes.c_int, _P)
_jq_exit_code = _function("jq_get_exit_code", Jv, _P)
_jq_error_message = _function("jq_get_error_message", Jv, _P)
_input_init = _function("jq_util_input_init", _P, _P, _P)
_input_set_parser = _function("jq_util_input_set_parser", None, _P, _P, ctypes.c_int)
_input_add = _function("jq_util_input_add_input", None, _P, ctypes.c_char_p)
_input_next = _function("jq_util_input_next_input", Jv, _P)
_input_free = _function("jq_util_input_free", None, ctypes.POINTER(_P))
_parser_new = _function("jv_parser_new", _P, ctypes.c_int)
_jv_parse = _function("jv_parse_sized", Jv, ctypes.c_char_p, ctypes.c_int)
_jv_dump = _function("jv_dump_string", Jv, Jv, ctypes.c_int)
_jv_text = _function("jv_string_value", _P, Jv)
_jv_bytes = _function("jv_string_length_bytes", ctypes.c_int, Jv)
_jv_copy = _function("jv_copy", Jv, Jv)
_jv_free = _function("jv_free", None, Jv)
_jv_kind = _function("jv_get_kind", ctypes.c_int, Jv)
_jv_has_message = _function("jv_invalid_has_msg", ctypes.c_int, Jv)
_jv_message = _function("jv_invalid_get_msg", Jv, Jv)
_INVALID, _STRING = 0, 5


def _string(value):
    size = _jv_bytes(_jv_copy(value))
    return ctypes.string_at(_jv_text(value), size).decode("utf-8", "replace")


def _dump(value):
    """Compact JSON text; takes the value over."""
    text = _jv_dump(value, 0)
    result = _string(text)
    _jv_free(text)
    return result


def _parse(text):
    data = text.encode()
    return _jv_parse(data, len(data))


def _message(value):
    """The text of a string, or JSON text of anything else; does not take the value over."""
    return _string(value) if _jv_kind(value) == _STRING else _dump(_jv_copy(value))


class _Collector:
    """A message callback that appends what it is given to `lines`."""

    def __init__(self, render):
        self.lines = []

        def take(_, value):
            self.lines.append(render(value))
            _jv_free(value)

        self.callback = _MESSAGE(take)


def _run(state, request, answer):
    _jq_set_attr(state, _parse('"PROGRAM_ORIGIN"'), _parse('"."'))
    if request.get("l"):
        _jq_set_attr(state, _parse('"JQ_LIBRARY_PATH"'), _parse(json.dumps(request["l"])))
    variables = json.dumps(request.get("v") or {}, ensure_ascii=False)
    if not _jq_compile_args(state, request["p"].encode("utf-8", "surrogatepass"),
                            _parse(variables)):
        answer["k"] = "compile"
        return
    with tempfile.NamedTemporaryFile(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as file:
        file.write(request["i"].encode("utf-8", "surrogatepass"))
        file.flush()
        inputs = ctypes.c_void_p(_input_init(None, None))
        _input_set_parser(inputs, _parser_new(0), 0)
        _input_add(inputs, file.name.encode())
        _jq_set_input(state, ctypes.cast(_lib.jq_util_input_next_input_cb, _P), inputs)
        first = _input_next(inputs)
        if _jv_kind(first) == _INVALID:
            answer["k"] = "input"
            if _jv_has_message(_jv_copy(first)):
                text = _jv_message(first)
                answer["e"] = _message(text)
                _jv_free(text)
        else:
            _collect(state, first, request.get("max", 1000), answer)
        _input_free(ctypes.byref(inputs))


def _collect(state, value, limit, answer):
    _jq_start(state, value, 0)
    while True:
        result = _jq_next(state)
        if _jv_kind(result) == _INVALID:
            break
        if len(answer["o"]) == limit:
            _jv_free(result)
            answer["k"] = "stopped"
            return
        answer["o"].append(_dump(result))
    if _jq_halted(state):
        answer["k"] = "halt"
        code, value = _jq_exit_code(state), _jq_error_message(state)
        texts = ["0" if _jv_kind(code) == _INVALID else str(int(float(_dump(code)))),
                 "null" if _jv_kind(value) == _INVALID else _dump(value)]
        answer["e"] = "[" + ",".join(texts) + "]"
        _jv_free(result)
    elif _jv_has_message(_jv_copy(result)):
        answer["k"] = "error"
        answer["e"] = _dump(_jv_message(result))
    else:
        _jv_free(result)


def run(request):
    answer = {"o": [], "k": None, "e": None, "d": []}
    errors, debug = _Collector(_message), _Collector(lambda v: _dump(_jv_copy(v)))
    stderr = _Collector(lambda v: _dump(_jv_copy(v)))
    state = ctypes.c_void_p(_jq_init())
    _jq_set_error(state, errors.callback, None)
    _jq_set_debug(state, debug.callback, None)
    _jq_set_stderr(state, stderr.callback, None)
    _run(state, request, answer)
    _jq_teardown(ctypes.byref(state))
    if answer["k"] == "compile":
        answer["e"] = "\n".join(errors.lines)
    # jq frames what `debug` is given as ["DEBUG:", value].
    answer["d"] = [line[len('["DEBUG:",'):-1] if line.startswith('["DEBUG:",') else line
                   for line in debug.lines] + stderr.lines
    return answer


def main():
    limit = int(os.environ.get("KARTA_ORACLE_BYTES", 1 << 31))
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
