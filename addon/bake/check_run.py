"""One run of `sinew check`: start, poll, stop. Nothing here knows Blender."""

import json
import pathlib
import subprocess
import tempfile

from ..bridge.errors import SinewError
from .cache_files import BINARY_NAME, JOB_NAME

_REPORT_NAME = "report.json"


def solver_report(command_prefix, export):
    """Has the program look at what was exported. A generator that yields True while it works and returns what it reported, in
    the words of the artist."""
    with CheckRun(command_prefix, export) as run:
        while not run.ended:
            yield True
        return export.words.reword_check(run.report())


class CheckRun:
    """A context manager: its end stops the program, if it still runs, and deletes the files. `export` is a SceneExport that was
    run."""

    def __init__(self, command_prefix, export):
        self._prefix = command_prefix
        self._export = export
        self._process = None

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="sinew_check_")
        try:
            self._start(pathlib.Path(self._folder.name))
        except BaseException:
            self._folder.cleanup()
            raise
        return self

    def __exit__(self, *_):
        if not self.ended:
            self._process.kill()  # a check leaves nothing that would have to be finished
        self._process.wait()
        self._process.stdin.close()
        self._folder.cleanup()

    @property
    def ended(self):
        return self._process.poll() is not None

    def report(self):
        """What the program said, once it has ended."""
        try:
            return json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise SinewError(
                f"The solver could not check the scene: it ended with status {self._process.returncode}."
            ) from error

    def _start(self, folder):
        job = folder / JOB_NAME
        self._export.write(job, folder / BINARY_NAME)
        self._path = folder / _REPORT_NAME
        command = [*self._prefix, "check", str(job), "--json", "--until-eof"]
        try:
            with open(self._path, "wb") as output:
                # The pipe ends with this process: the program does not outlive it.
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=output, stderr=subprocess.DEVNULL
                )
        except OSError as error:
            raise SinewError(f"The solver could not be started: {error}") from error
