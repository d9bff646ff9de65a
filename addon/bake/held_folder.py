"""A folder that is held open: files are found by name in it, and links in it are never followed.

Whoever can write to a cache folder could plant a link there, such as `bake.log` to a file of the
artist's. Nothing here reads, writes or deletes through one. Links on the way to the folder are
followed: caches may live on another disk.
"""

import os
import secrets
import stat

_FOLDER_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


class HeldFolder:
    def __init__(self, path, _within=None):
        flags = _FOLDER_FLAGS if _within is None else _FOLDER_FLAGS | os.O_NOFOLLOW
        self._descriptor = os.open(path, flags, dir_fd=_within)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._descriptor)

    def subfolder(self, name):
        """A folder in this one; OSError if it is absent, a link or a file."""
        return HeldFolder(name, _within=self._descriptor)

    def names(self):
        return sorted(os.listdir(self._descriptor))

    def file_size(self, name):
        """Bytes of a regular file; None for anything else and when there is none."""
        try:
            status = os.stat(name, dir_fd=self._descriptor, follow_symlinks=False)
        except OSError:
            return None
        return status.st_size if stat.S_ISREG(status.st_mode) else None

    def open(self, name, flags, mode="rb"):
        """A binary file object; OSError for a link and for what is no regular file."""
        flags |= os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        descriptor = os.open(name, flags, 0o666, dir_fd=self._descriptor)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise OSError(f"{name} is not a regular file")
        return os.fdopen(descriptor, mode)

    def replace(self, name, pieces=()):
        """Puts a new file with these pieces of bytes in the place of `name`, which is whole at any time: the
        old one or the new one. Returns the new file, open to append to; other processes may too."""
        temporary = f"{name}.{secrets.token_hex(8)}.tmp"
        file = self.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, "wb")
        try:
            file.writelines(pieces)
            file.flush()
            os.replace(
                temporary, name, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor
            )
        except BaseException:
            file.close()
            os.unlink(temporary, dir_fd=self._descriptor)
            raise
        return file

    def remove(self, name):
        """Deletes a regular file; returns its bytes, 0 when there was none."""
        size = self.file_size(name)
        if size is None:
            return 0
        os.unlink(name, dir_fd=self._descriptor)
        return size

    def remove_folder(self, name):
        """Deletes an empty folder; leaves anything else."""
        try:
            os.rmdir(name, dir_fd=self._descriptor)
        except OSError:
            pass
