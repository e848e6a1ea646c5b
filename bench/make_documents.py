#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the documents that the benchmarks read.  The same bytes on every machine.

usage: make_documents.py DIRECTORY

  jobsets.ndjson    40,000 JobSets of two replicated jobs, one a line, about 63 MB
  jobset-2.json     one JobSet with 2 replicated jobs
  jobset-64.json    one JobSet with 64 replicated jobs
  list.json         one List of 2,000 JobSets, about 3 MB
  definitions.jq    a jq program of 100,000 definitions
"""

import json
import os
import sys

COUNT = 40_000
LIST_COUNT = 2_000
DEFINITIONS = 100_000
STAMP = "documents-3"  # change it with the documents, so that old ones are written again

TEAMS = ("vision", "speech", "search", "ranking", "robotics", "foundation", "ads-quality",
         "biology")
MODELS = ("llama-3-8b", "qwen2-72b", "resnet50", "whisper-large", "bert-base-uncased", "mixtral")
REASONS = {
    "Completed": ("AllJobsCompleted", "jobset completed successfully"),
    "Failed": ("FailedJobs", "jobset failed due to one or more job failures "
               "(first failed job: {name}-workers-0)"),
    "Suspended": ("SuspendedJobs", "jobset is suspended"),
    "StartupPolicyCompleted": ("AllReplicatedJobsStarted", "all replicated jobs have started"),
}


class Random:
    """splitmix64: the same numbers whatever Python's own generator does next year."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        mask = 0xFFFFFFFFFFFFFFFF
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return (z ^ (z >> 31)) % n

    def pick(self, items):
        return items[self.below(len(items))]

    def hex(self, digits):
        return format(self.below(16**digits), f"0{digits}x")


def timestamp(r):
    return (f"2025-{1 + r.below(12):02}-{1 + r.below(28):02}"
            f"T{r.below(24):02}:{r.below(60):02}:{r.below(60):02}Z")


def container(r, role, model):
    env = [{"name": "MASTER_PORT", "value": str(3000 + r.below(60000))}]
    if r.below(16) == 0:
        env.append({"name": "JOB_INDEX", "valueFrom": {"fieldRef": {
            "fieldPath": "metadata.annotations['jobset.sigs.k8s.io/job-index']"}}})
    main = {
        "name": role,
        "image": f"images.example/{model}/{role}:v{r.below(3)}.{r.below(20)}.{r.below(10)}",
        "args": ["--epochs", str(1 + r.below(90))],
        "env": env,
    }
    if role == "workers":
        main["resources"] = {
            "limits": {"nvidia.com/gpu": 1 << r.below(4), "memory": f"{32 << r.below(4)}Gi"}}
    else:
        main["resources"] = {"requests": {"cpu": f"{250 * (1 + r.below(8))}m", "memory": "2Gi"}}
    return main


def replicated_job(r, role, model):
    pod = {"restartPolicy": "Never", "containers": [container(r, role, model)]}
    if role == "workers" and r.below(3):
        pod["containers"][0]["volumeMounts"] = [
            {"name": "data", "mountPath": "/data", "readOnly": True}]
        pod["volumes"] = [{"name": "data", "persistentVolumeClaim": {"claimName": f"{model}-data"}}]
    size = 1 + r.below(16)
    job = {"name": role}
    if role != "driver" or r.below(2):
        job["replicas"] = 1 + r.below(8)
    job["template"] = {"spec": {
        "parallelism": size, "completions": size, "backoffLimit": r.below(4),
        "template": {"metadata": {"labels": {"role": role}}, "spec": pod}}}
    return job


def conditions(r, name):
    kinds = [("StartupPolicyCompleted", "True")] if r.below(3) == 0 else []
    last = r.below(10)
    if last < 4:
        kinds.append(("Completed", "True"))
    elif last < 6:
        kinds.append(("Failed", "True"))
    elif last < 8:
        kinds.append(("Suspended", r.pick(("True", "False"))))
    out = []
    for kind, status in kinds:
        reason, message = REASONS[kind]
        out.append({"type": kind, "status": status, "reason": reason,
                    "message": message.format(name=name), "lastTransitionTime": timestamp(r)})
    return out


def jobset(r, number, jobs=2):
    team, model = r.pick(TEAMS), r.pick(MODELS)
    name = f"{model}-{number:05}"
    metadata = {
        "name": name, "namespace": team,
        "uid": f"{r.hex(8)}-{r.hex(4)}-4{r.hex(3)}-8{r.hex(3)}-{r.hex(12)}",
        "resourceVersion": str(1_000_000 + 37 * number), "generation": 1 + r.below(3),
        "creationTimestamp": timestamp(r),
        "labels": {"kueue.x-k8s.io/queue-name": f"{team}-queue", "team": team},
    }
    if r.below(6) == 0:
        metadata["annotations"] = {
            "alpha.jobset.sigs.k8s.io/exclusive-topology": "cloud.example.com/rack",
            "note": "restarted by the \"nightly\" sweep \u2014 see r\u00e9sum\u00e9\n"}
    roles = ["driver", "workers"] + [f"stage-{i:02}" for i in range(2, jobs)]
    replicated = [replicated_job(r, role, model) for role in roles]
    status = {"conditions": conditions(r, name), "restarts": r.below(3)}
    if not status["conditions"]:
        del status["conditions"]
    if r.below(8) == 0:
        status["replicatedJobsStatus"] = [
            {"name": role, "ready": r.below(8), "succeeded": r.below(2), "failed": 0,
             "active": r.below(8)}
            for role in roles[:2]]
    return {
        "apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet", "metadata": metadata,
        "spec": {"suspend": False, "failurePolicy": {"maxRestarts": r.below(5)},
                 "replicatedJobs": replicated},
        "status": status,
    }


def dump(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def write(directory, name, pieces):
    path = os.path.join(directory, name)
    with open(path + ".part", "w", encoding="utf-8") as out:
        out.writelines(pieces)
    os.replace(path + ".part", path)
    print(f"{name}: {os.path.getsize(path):,} bytes")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    directory = sys.argv[1]
    os.makedirs(directory, exist_ok=True)
    stamp = os.path.join(directory, STAMP)
    if os.path.exists(stamp):
        return
    r = Random(20251)
    write(directory, "jobsets.ndjson", (dump(jobset(r, i)) + "\n" for i in range(COUNT)))
    write(directory, "jobset-2.json", [dump(jobset(Random(2), 2)), "\n"])
    write(directory, "jobset-64.json", [dump(jobset(Random(64), 64, jobs=64)), "\n"])
    r = Random(4000)
    items = [jobset(r, i) for i in range(LIST_COUNT)]
    write(directory, "list.json",
          [dump({"apiVersion": "v1", "kind": "List", "items": items}), "\n"])
    write(directory, "definitions.jq",
          [f"def d{i}: {i};\n" for i in range(DEFINITIONS)] + [f"d{DEFINITIONS - 1}\n"])
    with open(stamp, "w", encoding="utf-8"):
        pass


if __name__ == "__main__":
    main()
