"""tools/install_packages with a package manager that is played: locks, errors and what is said about them."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "install_packages"

LOCKED = (
    "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 4711 (unattended-upgr)\n"
    "E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?\n"
)
LISTS_LOCKED = (
    "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 99 (apt-get)\n"
    "E: Unable to lock directory /var/lib/apt/lists/\n"
)
INTERRUPTED = "E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem. \n"


class InstallPackages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="sinew packages ")
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)
        self.play("dpkg-query", "exit 1")  # nothing is installed
        self.play("sudo", 'exec "$@"')

    def play(self, name, script):
        file = self.path / name
        file.write_text(f"#!/bin/bash\n{script}\n", encoding="utf-8")
        file.chmod(0o755)

    def play_apt(self, *answers):
        """apt-get fails with each of the texts in turn and then succeeds; an answer of None succeeds."""
        for number, text in enumerate(answers):
            if text is not None:
                (self.path / f"answer{number}").write_text(text, encoding="utf-8")
        self.play(
            "apt-get",
            f'cd "{self.path}"; n=$(cat calls 2>/dev/null | wc -l); echo "$*" >>calls\n'
            '[[ -f answer$n ]] || exit 0\ncat answer$n >&2; exit 100',
        )

    def run_tool(self, wait="60"):
        environment = dict(
            os.environ,
            PATH=f"{self.path}:{os.environ['PATH']}",
            SINEW_PACKAGE_POLL="0.01",
            SINEW_PACKAGE_WAIT=wait,
        )
        return subprocess.run(
            [TOOL, "plot"], env=environment, capture_output=True, text=True, timeout=50, check=False
        )

    def calls(self):
        return (self.path / "calls").read_text(encoding="utf-8").splitlines()

    def test_waits_for_the_program_that_holds_the_lock(self):
        self.play_apt(LOCKED, LOCKED, LOCKED)
        done = self.run_tool()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.calls()), 4)
        self.assertEqual(done.stdout.count("waiting for the program"), 1)
        self.assertIn("process 4711 (unattended-upgr)", done.stdout)
        self.assertTrue(all("DPkg::Lock::Timeout" in call for call in self.calls()))

    def test_waits_for_the_package_lists_too(self):
        self.play_apt("E: Unable to locate package python3-pil\n", LISTS_LOCKED, LISTS_LOCKED)
        done = self.run_tool()
        self.assertEqual(done.returncode, 0, done.stderr)
        commands = [call.split()[5] for call in self.calls()]
        self.assertEqual(commands, ["install", "update", "update", "update", "install"])

    def test_gives_up_after_a_while_and_says_so(self):
        self.play_apt(*[LOCKED] * 9)
        done = self.run_tool(wait="0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Could not get lock", done.stderr)
        self.assertIn("another program has been installing packages", done.stderr)

    def test_finishes_an_installation_that_was_interrupted(self):
        self.play_apt(INTERRUPTED)
        self.play("dpkg", f'echo "dpkg $*" >>"{self.path}/calls"')
        done = self.run_tool()
        self.assertEqual(done.returncode, 0, done.stderr)
        first, repair, second = self.calls()
        self.assertEqual(first, second)
        self.assertTrue(repair.startswith("dpkg ") and repair.endswith("--configure -a"), repair)
        self.assertIn("finishing an installation", done.stdout)

    def test_says_what_cannot_be_finished(self):
        self.play_apt(*[INTERRUPTED] * 3)
        self.play("dpkg", "echo 'dpkg: error processing package broken (--configure):' >&2; exit 1")
        done = self.run_tool()
        self.assertEqual(done.returncode, 1)
        self.assertIn("package broken", done.stderr)
        self.assertIn("mend what it names", done.stderr.splitlines()[-1])

    def test_shows_errors_with_what_to_do(self):
        self.play("dpkg", "exit 0")
        for text, advice in (
            (INTERRUPTED, "dpkg --configure -a"),
            ("E: Unable to locate package python3-pil\n", "Debian 12 has these packages"),
            ("E: Failed to fetch http://deb.debian.org/x  Could not resolve 'deb.debian.org'\n", "network"),
            ("E: You don't have enough free space in /var/cache/apt/archives/.\n", "disk is full"),
            ("E: Unable to correct problems, you have held broken packages.\n", "--fix-broken"),
            ("E: Something that nobody has seen before\n", "by hand"),
        ):
            with self.subTest(text=text):
                for old in self.path.glob("calls"):
                    old.unlink()
                self.play_apt(*[text] * 3)
                done = self.run_tool()
                self.assertEqual(done.returncode, 1)
                self.assertIn(text.strip(), done.stderr)
                self.assertIn(advice, done.stderr.splitlines()[-1])

    def test_asks_for_nothing_when_all_is_there(self):
        self.play("dpkg-query", "echo installed")
        self.play("apt-get", "exit 7")
        self.assertEqual(self.run_tool().returncode, 0)


if __name__ == "__main__":
    unittest.main()
