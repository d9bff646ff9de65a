"""What all scenes of contact report: what the judges say, iterations, time."""

import json
import resource

from paper_report import average

from judged import judge  # of the checks, which paper_report makes known


class Run:
    """A bake of a scene and the CPU time that it took, user and system [s]."""

    def __init__(self, setting, job):
        folder = setting.output / job.stem
        note = folder.with_name(f"{job.stem}.seconds.json")
        before = children_seconds()
        self.baked = setting.bake(job)
        spent = children_seconds() - before
        if spent > 0.0:
            note.write_text(json.dumps(spent), encoding="utf-8")
        self.seconds = json.loads(note.read_text(encoding="utf-8"))
        self.job = json.loads(job.read_text(encoding="utf-8"))
        self.judged = judge(folder, setting.programs / "sinew")
        self.frames = [frame for frame in self.baked.frames if frame["steps"]]
        self.steps = sum(frame["steps"] for frame in self.frames)

    def iterations(self):
        """A step, on average and in the hardest frame."""
        return sum(frame["iterations"] for frame in self.frames) / self.steps, max(frame["iterations"] / frame["steps"] for frame in self.frames)

    def milliseconds(self):
        return 1e3 * self.seconds / self.steps

    def touches(self):
        """Frames in which surfaces are within reach of each other."""
        return sum(frame["min_distance"] is not None for frame in self.frames)

    def judged_row(self, name):
        said = next((line for line in self.judged.stdout.splitlines() if line.startswith("checked")), self.judged.stderr.strip())
        return (f"{name}: the judge of all stored frames", "", said, self.judged.returncode == 0)


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def work_row(name, runs, paper=""):
    mean = average(run.iterations()[0] for run in runs)
    worst = max(run.iterations()[1] for run in runs)
    return (f"{name}: Newton iterations a step", paper, f"{mean:.1f}, {worst:.0f} in the hardest frame", None)
