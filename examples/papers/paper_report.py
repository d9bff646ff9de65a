"""What the scripts of all papers share: where things are, scenes that are baked, tables of figures with verdicts."""

import json
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[1]
DOCS = EXAMPLES.parent / "docs" / "validation"
sys.path.append(str(EXAMPLES / "checks"))

from baked import bake_file  # noqa: E402

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

    def job(self, scene, arguments, name=None):
        """The job that examples/scenes/<scene>.py writes."""
        path = self.output / f"{name or scene}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        script = EXAMPLES / "scenes" / f"{scene}.py"
        subprocess.run([sys.executable, "-B", str(script), *map(str, arguments), str(path)], check=True)
        return path

    def bake(self, job):
        return bake_file(job, str(self.programs / "sinew"), self.output / job.stem)

    def save(self, name, section):
        text = json.dumps(asdict(section), ensure_ascii=False)
        (self.output / f"{name}.section.json").write_text(text, encoding="utf-8")

    def saved(self, name):
        """The section of an earlier run; None if there is none."""
        path = self.output / f"{name}.section.json"
        return Section(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None


def average(values):
    values = list(values)
    return sum(values) / len(values)


def write_page(page, head, scenes):
    """Entry of a paper's script: PROGRAMS OUTPUT [--reduced] [SCENE …].

    Runs the scenes, all or those named, prints tables of the paper's figures and ours, and, unless reduced, writes the page with
    plots to docs/validation; what was not run is taken from the run before. Exits with 1 when a figure is not reached.
    """
    words = [word for word in sys.argv[3:] if word != "--reduced"]
    unknown = [word for word in words if word not in scenes]
    if unknown:
        sys.exit(f"no scene {unknown[0]}; there are {', '.join(scenes)}")
    setting = Setting(Path(sys.argv[1]), Path(sys.argv[2]), "--reduced" in sys.argv[3:])
    setting.output.mkdir(parents=True, exist_ok=True)
    DOCS.mkdir(parents=True, exist_ok=True)
    sections = {}
    for name, module in scenes.items():
        if not words or name in words:
            sections[name] = module.run(setting)
            print(f"\n{sections[name].title}\n\n{sections[name].table()}", flush=True)
            setting.save(name, sections[name])
        elif not setting.reduced:
            sections[name] = setting.saved(name)
    if not setting.reduced:
        parts = [head] + [section.markdown() for section in sections.values() if section]
        (DOCS / page).write_text("\n".join(parts), encoding="utf-8")
    sys.exit(0 if all(section.good() for section in sections.values() if section) else 1)
