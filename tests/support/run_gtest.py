"""Runs all tests of a GoogleTest program in one process: run_gtest.py PROGRAM --report FILE [--timeout SECONDS] [--keep FOLDER].

A process for each test costs more than most tests do, with the sanitizers in particular. Each test has its time limit.
A test that crashes, hangs or ends the process has failed; the tests after it run in another process. An error after the
last test, such as a leak that a sanitizer reports, is one more failure.

The report is a JSON list of tests with name, outcome (passed, failed, skipped) and seconds. The program prints only the
output of failed tests.

With --keep, results of programs that passed are kept in FOLDER, and a program does not run again before something changes that
its tests depend on (kept_results.py).
"""

import argparse
import json
import os
import re
import selectors
import signal
import subprocess
import sys
import time
from pathlib import Path

from kept_results import READ_BY_TESTS, KeptResults, binaries_in

START = re.compile(r"\[ RUN      \] (\S+)$")
END = re.compile(r"\[(       OK |  FAILED  |  SKIPPED )\] ([^\s,]+)")
OUTCOMES = {"OK": "passed", "FAILED": "failed", "SKIPPED": "skipped"}
LIST_SECONDS = 60
PROJECT = Path(__file__).resolve().parents[2]


class Report:
    def __init__(self, program):
        self.program = program
        self.tests = []

    def add(self, name, outcome, seconds, text):
        self.tests.append({"name": name, "outcome": outcome, "seconds": round(seconds, 3)})
        if outcome == "failed":
            print(f"{text.rstrip()}\n{self.program}: FAILED {name}\n", flush=True)

    def count(self, outcome):
        return sum(test["outcome"] == outcome for test in self.tests)


def names_of(program):
    """Suite.Name of every test that is not disabled."""
    listing = subprocess.run(
        [program, "--gtest_list_tests"], capture_output=True, text=True, check=True, timeout=LIST_SECONDS
    ).stdout
    names = []
    suite = ""
    for line in listing.splitlines():
        text = line.split("#")[0].rstrip()
        if text.startswith("  "):
            names.append(suite + text.strip())
        elif text.endswith("."):
            suite = text
    return [name for name in names if not re.search(r"(^|\.|/)DISABLED_", name)]


def lines_of(process, deadline):
    """Lines that the process writes until it ends; None when `deadline()` passes before."""
    os.set_blocking(process.stdout.fileno(), False)
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            left = deadline() - time.monotonic()
            if left <= 0:
                yield None
                return
            # Asked for before reading: what the process started may live on and keep the pipe open.
            over = process.poll() is not None
            data = process.stdout.read() if selector.select(0 if over else min(left, 0.2)) else None
            if data:
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    yield line.decode(errors="replace")
            elif over:
                break
            elif data == b"":
                time.sleep(0.01)  # it closed its output and runs on
    if rest:
        yield rest.decode(errors="replace")


def run_process(program, names, timeout, report):
    """Runs the named tests in one process; returns those that it did not come to."""
    process = subprocess.Popen(
        [program, f"--gtest_filter={':'.join(names)}", "--gtest_color=no"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )
    pending = dict.fromkeys(names)
    current = None
    began = time.monotonic()
    text = []  # since the start of the current test, or since the end of the last one
    failed_before = report.count("failed")
    try:
        for line in lines_of(process, lambda: began + timeout):
            if line is None:
                text.append(f"no end after {timeout:g} s")
                break
            start = START.search(line)
            end = END.search(line)
            if start and start[1] in pending:
                current = start[1]
                began = time.monotonic()
                text = []
            text.append(line)
            if end and end[2] == current:
                report.add(current, OUTCOMES[end[1].strip()], time.monotonic() - began, "\n".join(text))
                del pending[current]
                current = None
                began = time.monotonic()
                text = []
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.stdout.close()
        status = process.wait()
    text.append(f"the process ended with {status}" if status >= 0 else f"the process ended by signal {-status}")
    if current:
        report.add(current, "failed", time.monotonic() - began, "\n".join(text))
        del pending[current]
    elif pending or (status != 0 and report.count("failed") == failed_before):
        # Before the first test, after the last, or between two.
        report.add("(outside of the tests)", "failed", 0.0, "\n".join(text))
    if len(pending) == len(names):
        for name in pending:  # another process would come no further
            report.add(name, "failed", 0.0, "it did not run")
        return []
    return list(pending)


def run_all(program, timeout, report):
    try:
        pending = names_of(program)
    except (subprocess.SubprocessError, OSError) as error:
        report.add("(list of the tests)", "failed", 0.0, f"{error}\n{getattr(error, 'stderr', '') or ''}")
        return
    while pending:
        pending = run_process(program, pending, timeout, report)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--report", type=Path, required=True)
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for one test")
    parser.add_argument("--keep", type=Path, help="folder of results that are kept")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    report = Report(Path(program).name)
    options.report.unlink(missing_ok=True)
    kept = None
    if options.keep:
        binaries = binaries_in(Path(program).parent, Path(program))
        kept = KeptResults(options.keep, report.program, binaries, [PROJECT / name for name in READ_BY_TESTS])
    report.tests = kept.load() if kept else None
    if report.tests is None:
        report.tests = []
        run_all(program, options.timeout, report)
        if kept:
            kept.save(report.tests)

    options.report.parent.mkdir(parents=True, exist_ok=True)
    options.report.write_text(json.dumps(report.tests))
    print(", ".join(f"{report.count(outcome)} {outcome}" for outcome in OUTCOMES.values()))
    for test in report.tests:
        if test["outcome"] != "passed":
            print(f"    {test['outcome']}: {report.program}: {test['name']}")
    sys.exit(1 if report.count("failed") or not report.tests else 0)


if __name__ == "__main__":
    main()
