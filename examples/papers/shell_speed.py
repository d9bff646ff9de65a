"""How long a step takes, beside the authors' implementation."""

from paper_report import Section
from shell_results import run_timed

from shell_scenes import SCENES  # of the scenes, which paper_report makes known

TITLE = "Speed"
TEXT = """Of a step of 10 ms, writing not counted (of `plate_load_16` the first 60, while the load grows). Theirs is the time on two cores; here it is the CPU time of all threads, which other programs on the machine hardly change. Two free cores take between half of it and all of it, so Sinew is at
least as many times faster as the table says. The last four columns take one Newton iteration apart, on the wall, the quickest of seven. Unbalanced forces are at most 1e-9 of the largest force on a node: 4e-7 N in the plates, 6e-5 N in
the strip. The paper asks for 1e-7 in the largest component of its gradient, which is by velocities and so 1e-5 N. Nothing is compiled at run time."""

# Of the authors' implementation on a machine with two cores: ms and Newton iterations a step.
THEIRS = {"strip_twist": (172.4, 4.2), "plate_load_4": (89.1, 2.0), "plate_load_8": (448.6, 2.0), "plate_load_16": (3244.9, 2.0), "cylinder_coil": (219.2, 2.2)}
TIMED_STEPS = {"strip_twist": 400, "plate_load_4": 200, "plate_load_8": 200, "plate_load_16": 60, "cylinder_coil": 1200}


def speed_table(timed):
    lines = [
        "| scene | unknowns | theirs [ms a step] | here [CPU ms a step] | times faster | Newton iterations, theirs | here | gradient | Hessian | factorisation | solve [ms] |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    rows = []
    for name, summary in timed.items():
        theirs, iterations = THEIRS[name]
        faster = theirs / summary["cpu_ms_a_step"]
        lines.append(
            f"| `{name}` | {summary['unknowns']} | {theirs} | {summary['cpu_ms_a_step']:.2f} | {faster:.0f} | {iterations} | "
            f"{summary['iterations_a_step']:.2f} | {summary['gradient_ms']:.2f} | {summary['hessian_ms']:.2f} | "
            f"{summary['factorise_ms']:.2f} | {summary['solve_ms']:.2f} |"
        )
        rows.append((f"{name}: times faster a step", "10", f"{faster:.0f}", faster >= 10))
    return "\n".join(lines), rows


def run(setting):
    if setting.reduced:
        return Section(TITLE, TEXT, [])
    speed, rows = speed_table({name: run_timed(setting, name, SCENES[name](), steps) for name, steps in TIMED_STEPS.items()})
    return Section(TITLE, f"{TEXT}\n\n{speed}", rows)
