"""Scenes of the shell paper, run by the program shell_scene, and what they leave behind."""

import csv
import json
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
    """The first frames again, alone: what they take."""
    return run_scene(setting, f"{name}_timed", scene, frames).summary


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
