"""Writes a scene's job: short enough to keep under examples/jobs, the same bytes every time."""

import json


def rounded(value):
    """Lengths to a nanometre: more digits say nothing."""
    if isinstance(value, float):
        short = round(value, 9)
        return int(short) if short == int(short) else short
    if isinstance(value, (list, tuple)):
        return [rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    return value


def write_job(job, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(rounded(job), file, separators=(",", ":"))
        file.write("\n")
