"""Scenes of the shell paper, run by the program shell_scene, and what they leave behind."""

import csv
import dataclasses
import json
import os
import subprocess

from shell_parts import write  # of the scenes, which paper_report makes known


def run_scene(setting, name, scene, frames=None):
    """Runs all frames, or the first ones."""
    job, folder = setting.output / f"{name}.json", setting.output / name
    write(scene, job)
    command = [str(setting.programs / "shell_scene"), str(job), str(folder)] + ([str(frames)] if frames else [])
    setting.run_once(job, folder, lambda: subprocess.run(command, check=True))
    return Result(folder)


def run_timed(setting, name, scene, frames):
    """Summary of the first frames, run alone, with the CPU time of all threads a step. A run of the first frame alone is subtracted: it reads the job and plans the solver."""
    fresh, seconds = dataclasses.replace(setting, kept=False), []
    for count in (1, frames):
        before = os.times()
        summary = run_scene(fresh, f"{name}_timed", scene, count).summary
        after = os.times()
        seconds.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return {**summary, "cpu_ms_a_step": 1e3 * (seconds[1] - seconds[0]) / (summary["steps"] - 1)}


def bake_scene(setting, name, scene):
    job = setting.output / f"{name}.json"
    write(scene, job)
    return setting.bake(job)


class Result:
    """Nodes of the bodies at the end, and a summary of the steps."""

    def __init__(self, folder):
        self.folder = folder
        self.summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))

    def table(self, body, what, kind=float):
        with open(self.folder / f"{body}.{what}.csv", encoding="utf-8") as file:
            return [[kind(value) for value in row] for row in csv.reader(file)]

    def nodes(self, body):
        return self.table(body, "nodes")

    def rest(self, body):
        return self.table(body, "rest")

    def triangles(self, body):
        return self.table(body, "triangles", int)
