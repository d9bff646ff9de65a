"""Where the bundled `sinew` program is and how to start it."""

import os
import pathlib
import stat

from ..bridge import platform_check
from ..bridge.errors import SinewError

DEFAULT_PATH = pathlib.Path(__file__).resolve().parent.parent / "bin" / "sinew"

_LOADER = "/lib64/ld-linux-x86-64.so.2"


def command_prefix(path=DEFAULT_PATH):
    """The first words of a command line that starts the program.

    Blender unpacks add-ons without their executable bits. Where the bit is missing and cannot be
    set (an add-on installed for all users), the system's loader starts the program instead.
    """
    reason = platform_check.reason_not_supported()
    if reason:
        raise SinewError(reason)
    if not path.is_file():
        raise SinewError(
            f"The solver is missing at {path}. Install the add-on again from its zip file."
        )
    if os.access(path, os.X_OK):
        return [str(path)]
    try:
        path.chmod(path.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    except OSError:
        return [_LOADER, str(path)]
    return [str(path)]
