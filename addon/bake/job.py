"""One run of the bake program: start, poll, cancel, wait.

A thread reads the program's progress lines into a queue; all else happens in `poll`, which the
caller calls from its own thread. Nothing here knows Blender, so a window polls it from a timer and
a farm calls `wait`.
"""

import io
import json
import os
import queue
import subprocess
import threading
import time

from . import exit_message
from .held_folder import HeldFolder
from .phase import Phase, is_active, next_phase

LOG_NAME = "bake.log"
LOG_TAIL_BYTES = 1 << 16
KILL_AFTER_SECONDS = 20.0  # a program that ignores a cancel for this long is ended by force

_END_OF_OUTPUT = None


class BakeJob:
    def __init__(self):
        self.phase = Phase.IDLE
        self.first_frame = 0
        self.last_frame = 0
        self.frame = None  # last complete frame
        self.seconds_left = None
        self.activity = ""  # what is done while no frame is finished
        self.message = ""  # why it ended, empty when all is well
        self.notes = []  # what the program said on its way
        self.exit_status = None
        self._process = None
        self._lines = queue.SimpleQueue()
        self._log = None
        self._end_text = ""
        self._kill_at = None

    @property
    def active(self):
        return is_active(self.phase)

    @property
    def progress(self):
        """0 to 1."""
        if self.phase is Phase.DONE:
            return 1.0
        if self.frame is None:
            return 0.0
        return (self.frame - self.first_frame + 1) / (self.last_frame - self.first_frame + 1)

    def begin_export(self, first_frame, last_frame):
        """A bake object may be used again; everything of the run before is forgotten."""
        phase = next_phase(self.phase, "export")
        self.__init__()
        self.phase = phase
        self.first_frame, self.last_frame = first_frame, last_frame

    def fail(self, message):
        self.phase = next_phase(self.phase, "fail")
        self.message = message

    def start(self, command_prefix, job_path, cache_path, threads=0, restart=False):
        """Starts the program. Its log is kept in the cache folder."""
        phase = next_phase(self.phase, "start")
        command = [
            *command_prefix,
            "bake",
            str(job_path),
            "--cache",
            str(cache_path),
            "--progress",
            "json",
            "--until-eof",
        ]
        if threads:
            command += ["--threads", str(threads)]
        if restart:
            command.append("--restart")
        try:
            with HeldFolder(cache_path) as folder:
                log = folder.replace(LOG_NAME)
            self._log = io.TextIOWrapper(log, encoding="utf-8", errors="replace")
            # The pipe to its input ends with this process, however that dies, and the program stops in order.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log
            )
        except OSError as error:
            self._close_log()
            self.fail(f"The solver could not be started: {error}")
            return
        self.phase = phase
        threading.Thread(
            target=_read_lines,
            args=(self._process.stdout, self._lines),
            name="sinew-bake",
            daemon=True,
        ).start()

    def cancel(self):
        """Asks the program to stop after what it has; returns at once."""
        self.phase = next_phase(self.phase, "cancel")
        if self.phase is Phase.IDLE:
            self.message = "Cancelled; no frame was finished."
        if self.phase is Phase.CANCELLING and self._kill_at is None:
            self._process.terminate()
            self._kill_at = time.monotonic() + KILL_AFTER_SECONDS

    def poll(self):
        """Takes in what the program has said; True when there was something new."""
        if self.phase not in (Phase.RUNNING, Phase.CANCELLING):
            return False
        news = False
        while True:
            try:
                line = self._lines.get_nowait()
            except queue.Empty:
                break
            news = True
            if line is _END_OF_OUTPUT:
                self._settle()
                return True
            self._take(line)
        if self._kill_at is not None and time.monotonic() > self._kill_at:
            self._process.kill()
            self._kill_at = None
        return news

    def wait(self, on_news=None, interval=0.05):
        """Blocks until the program has ended; calls `on_news(self)` whenever something is new."""
        while self.active:
            if self.poll():
                if on_news:
                    on_news(self)
            else:
                time.sleep(interval)

    def _take(self, line):
        try:
            event = json.loads(line)
            kind = event["event"]
        except (ValueError, KeyError, TypeError):
            self._log.write(line + "\n")  # not a progress line: keep it for whoever reads the log
            return
        if kind == "start":
            self.first_frame, self.last_frame = event["first_frame"], event["last_frame"]
            if event["resumed_frame"] >= self.first_frame:
                self.frame = event["resumed_frame"]
        elif kind == "frame":
            self.frame = event["frame"]
            self.activity = ""
            left = event.get("seconds_left")
            self.seconds_left = left if left is not None and left >= 0 else None
        elif kind == "phase":
            self.activity = _activity(event)
            self.seconds_left = event.get("seconds_left")
        elif kind == "message":
            self.notes.append(event["text"])
            self._log.write(event["text"] + "\n")
        elif kind == "end":
            self._end_text = event["message"]

    def _settle(self):
        self.exit_status = self._process.wait()
        self._process.stdin.close()
        log_tail = self._log_tail()
        self._close_log()
        if self.exit_status == exit_message.STATUS_DONE:
            self.phase = next_phase(self.phase, "finish")
        elif self.exit_status == exit_message.STATUS_CANCELLED:
            self.phase = next_phase(self.phase, "stop")
            kept = (
                "no frame was finished"
                if self.frame is None
                else f"frames up to {self.frame} are kept"
            )
            self.message = f"Cancelled; {kept}."
        else:
            self.fail(
                exit_message.describe(self.exit_status, self._end_text, log_tail, self.frame)
            )

    def _close_log(self):
        if self._log:
            self._log.close()
            self._log = None

    def _log_tail(self):
        self._log.flush()
        size = os.fstat(self._log.fileno()).st_size
        start = max(0, size - LOG_TAIL_BYTES)
        tail = os.pread(self._log.fileno(), size - start, start).decode("utf-8", "replace")
        lines = [line for line in tail.splitlines() if line.strip()]
        return lines[-1] if lines else ""


def _activity(event):
    """A phase of the program in a few words: "filling Jelly with tetrahedra", "step 1 of 2, iteration 4"."""
    if event.get("step"):
        return f"step {event['step']} of {event['steps']}, iteration {event['iteration']}"
    if event.get("fraction") is not None:
        return f"{event['phase']}, {event['fraction']:.0%}"
    return event["phase"]


def _read_lines(stream, lines):
    for raw in stream:
        lines.put(raw.decode("utf-8", "replace").rstrip("\n"))
    stream.close()
    lines.put(_END_OF_OUTPUT)
