"""Runs a test that is a script, and keeps its result: run_script.py --name NAME --bin FOLDER --report FILE --keep FOLDER SCRIPT [WORD...].

A script that passed does not run again before something changes that it depends on: the programs and libraries in the folder
--bin, the files that tests read, the scripts of the add-on and of tools, its command, or settings in the environment
(kept_results.py). Exits as the script does.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

from kept_results import READ_BY_TESTS, KeptResults, binaries_in

PROJECT = Path(__file__).resolve().parents[2]
IMPORTED = ("addon", "plugin", "tools")  # by scripts, beside what all tests read


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--name", required=True)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--report", type=Path, required=True)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    options.report.unlink(missing_ok=True)
    folders = [PROJECT / name for name in (*READ_BY_TESTS, *IMPORTED)]
    kept = KeptResults(options.keep, options.name, binaries_in(options.bin), folders, options.command)
    tests = kept.load()
    status = 0
    if tests is None:
        began = time.monotonic()
        status = subprocess.run([sys.executable, "-B", *options.command], check=False).returncode
        if status != 0:  # ctest knows what it means
            kept.save([])
            return status
        tests = [{"name": "script", "outcome": "passed", "seconds": round(time.monotonic() - began, 3)}]
        kept.save(tests)
    options.report.parent.mkdir(parents=True, exist_ok=True)
    options.report.write_text(json.dumps(tests))
    return status


if __name__ == "__main__":
    status = main()
    sys.exit(status if status >= 0 else 1)
