"""What the scripts of all papers share: where things are, scenes that are baked, tables of figures with verdicts."""

import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[1]
DOCS = EXAMPLES.parent / "docs" / "validation"
sys.path.append(str(EXAMPLES / "checks"))
sys.path.append(str(EXAMPLES / "scenes"))

from baked import Baked, bake_file  # noqa: E402

VERDICTS = {None: "", True: "reached", False: "NOT reached"}


@dataclass
class Section:
    """A scene of the page. Rows are: figure, paper, here, and whether it is reached (None: the paper has no figure)."""

    title: str
    text: str
    rows: list
    pictures: list = field(default_factory=list)  # (what it shows, file in docs/validation)

    def good(self):
        return all(row[3] is not False for row in self.rows)

    def table(self):
        lines = ["| figure | paper, or theory | here | |", "| --- | --- | --- | --- |"]
        lines += [f"| {name} | {paper} | {ours} | {VERDICTS[good]} |" for name, paper, ours, good in self.rows]
        return "\n".join(lines)

    def markdown(self):
        pictures = "".join(f"\n\n![{what}]({file})" for what, file in self.pictures)
        return f"## {self.title}\n\n{self.text}{pictures}\n\n{self.table()}\n"


@dataclass
class Setting:
    """How a paper is reproduced."""

    programs: Path
    output: Path
    reduced: bool
    kept: bool

    def job(self, scene, arguments, name=None):
        """The job that examples/scenes/<scene>.py writes."""
        path = self.output / f"{name or scene}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        script = EXAMPLES / "scenes" / f"{scene}.py"
        subprocess.run([sys.executable, "-B", str(script), *map(str, arguments), str(path)], check=True)
        return path

    def bake(self, job):
        folder = self.output / job.stem
        self.run_once(job, folder, lambda: bake_file(job, str(self.programs / "sinew"), folder))
        return Baked(folder)

    def run_once(self, job, folder, run):
        """Runs a job into a folder; not again when what is there is kept and is of the same job."""
        finished = folder.with_name(f"{folder.name}.finished.json")
        if self.kept and finished.exists() and finished.read_bytes() == job.read_bytes():
            return
        finished.unlink(missing_ok=True)
        run()
        shutil.copyfile(job, finished)


def average(values):
    values = list(values)
    return sum(values) / len(values)


def sections_of(page):
    """The sections that a page has, by title."""
    if not page.exists():
        return {}
    parts = page.read_text(encoding="utf-8").rstrip("\n").split("\n\n## ")[1:]
    return {part.split("\n", 1)[0]: f"## {part}\n" for part in parts}


def write_page(page, head, scenes):
    """Entry of a paper's script: PROGRAMS OUTPUT [--reduced] [--kept] [SCENE …].

    A scene is a module with a TITLE and a function `run` that takes a Setting and gives a Section. Runs the scenes, all or those
    named, prints tables of the paper's figures and ours, and, unless reduced, writes the page with plots to docs/validation; it keeps
    what it has of scenes that are not run. Exits with 1 when a figure is not reached. Kept: what an earlier run baked of the same jobs
    is not baked again.
    """
    words = [word for word in sys.argv[3:] if word not in ("--reduced", "--kept")]
    unknown = [word for word in words if word not in scenes]
    if unknown:
        sys.exit(f"no scene {unknown[0]}; there are {', '.join(scenes)}")
    reduced = "--reduced" in sys.argv[3:]
    output = Path(sys.argv[2]) / Path(page).stem / ("reduced" if reduced else "full")
    setting = Setting(Path(sys.argv[1]), output, reduced, "--kept" in sys.argv[3:])
    setting.output.mkdir(parents=True, exist_ok=True)
    DOCS.mkdir(parents=True, exist_ok=True)
    new, good = {}, True
    for name in words or scenes:
        section = scenes[name].run(setting)
        print(f"\n{section.title}\n\n{section.table()}", flush=True)
        new[section.title] = section.markdown()
        good = good and section.good()
    if not reduced:
        # Read late: another run may have written its scenes in the meantime.
        sections = sections_of(DOCS / page) | new
        titles = [module.TITLE for module in scenes.values()]
        parts = [head] + [sections[title] for title in titles if title in sections]
        (DOCS / page).write_text("\n".join(parts), encoding="utf-8")
    sys.exit(0 if good else 1)
