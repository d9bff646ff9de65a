"""Can this computer run the solver? Asked before anything native is loaded or started.

The solver is compiled for one instruction set so that the same job gives the same bytes on every
machine; a processor without it would stop with an illegal instruction.
"""

import platform
import sys

NEEDED_CPU_FLAGS = ("avx2", "bmi2", "f16c", "fma")


def read_cpu_flags(path="/proc/cpuinfo"):
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            key, _, value = line.partition(":")
            if key.strip() == "flags":
                return frozenset(value.split())
    return frozenset()


def reason_not_supported(system=None, machine=None, cpu_flags=None):
    """A sentence why the solver cannot run here, or None when it can."""
    system = system or sys.platform
    machine = machine or platform.machine()
    if not system.startswith("linux") or machine != "x86_64":
        return (
            f"Sinew has its solver for Linux on x86-64; this is {system} on {machine}. "
            "Baked files play here, but baking needs a Linux computer."
        )
    flags = read_cpu_flags() if cpu_flags is None else cpu_flags
    missing = [flag for flag in NEEDED_CPU_FLAGS if flag not in flags]
    if missing:
        names = ", ".join(flag.upper() for flag in missing)
        return (
            f"This computer's processor lacks {names}, which the Sinew solver needs. "
            "Bake on a processor made since 2015; the result plays here."
        )
    return None
