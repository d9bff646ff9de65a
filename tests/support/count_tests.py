"""Counts the tests of one run of ctest: count_tests.py PRESET JUNIT REPORTS TIMES.

ctest wrote JUNIT, and run_gtest.py wrote a report for each GoogleTest program to the folder REPORTS. Each test of such a
program counts. Prints `PASSED FAILED SKIPPED KEPT` and then the skipped tests, and appends a line `SECONDS PRESET TEST` for
each test to TIMES. Kept ones are among the passed: their program did not run again (kept_results.py).
"""

import json
import sys
import xml.etree.ElementTree
from pathlib import Path


def outcome_of(case):
    """passed, failed or skipped; a test that ctest could not start has failed."""
    skipped = case.find("skipped")
    if skipped is not None:
        message = skipped.get("message", "")
        return "skipped" if message.startswith("SKIP_") or message == "Disabled" else "failed"
    return "passed" if case.get("status") == "run" and case.find("failure") is None else "failed"


def tests_of(case, reports):
    """The tests behind one test of ctest: itself, or those of a GoogleTest program."""
    name = case.get("name")
    outcome = outcome_of(case)
    report = reports / f"{name}.json"
    if not report.exists():
        return [{"name": name, "outcome": outcome, "seconds": float(case.get("time", 0))}]
    tests = [{**test, "name": f"{name}: {test['name']}"} for test in json.loads(report.read_text())]
    if outcome == "failed" and not any(test["outcome"] == "failed" for test in tests):
        tests.append({"name": name, "outcome": "failed", "seconds": 0.0})
    return tests


def main():
    preset, junit, reports, times = sys.argv[1:]
    tests = []
    for case in xml.etree.ElementTree.parse(junit).getroot().iter("testcase"):
        tests += tests_of(case, Path(reports))
    with open(times, "a", encoding="utf-8") as file:
        file.writelines(f"{test['seconds']:.1f} {preset} {test['name']}\n" for test in tests)
    counts = [sum(test["outcome"] == outcome for test in tests) for outcome in ("passed", "failed", "skipped")]
    print(*counts, sum(test.get("kept", False) for test in tests))
    for test in tests:
        if test["outcome"] == "skipped":
            print(f"    skipped: {test['name']}")


if __name__ == "__main__":
    main()
