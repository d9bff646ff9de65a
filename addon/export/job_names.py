"""Names of objects in jobs and caches. They are the identity of an object: it keeps its first one when it is renamed.

The name is stored with the object. A copy of the object has the same one until the next export, which gives it another.
"""

import bpy

from .body_names import body_name


class JobNames:
    """Of all objects of the file, as they are when this is made."""

    def __init__(self):
        self._owners = {}  # name without case: the object that has it
        for obj in sorted(bpy.data.objects, key=_precedence):
            name = obj.sinew.job_name.casefold()
            if name and obj.library is None and not obj.sinew.is_probe:
                self._owners.setdefault(name, obj)
        self.taken = set(self._owners)  # names without case that nothing else may have
        self._linked = {}  # objects of other files: what is stored in them would be lost
        self.labels = {}  # job name: what the artist calls the object now

    def of(self, obj):
        """The name of the object, a new one where it has none."""
        name = self._stored(obj) or self._new(obj)
        self.labels[name] = obj.name
        return name

    def _stored(self, obj):
        if obj.library is not None:
            return self._linked.get(obj)
        name = obj.sinew.job_name
        if not name or self._owners.get(name.casefold()) != obj:
            return None
        if obj.sinew.named_for != obj.name:
            obj.sinew.named_for = obj.name
        return name

    def _new(self, obj):
        name = body_name(obj.name, self.taken)
        if obj.library is not None:
            self._linked[obj] = name
        else:
            obj.sinew.job_name, obj.sinew.named_for = name, obj.name
            self._owners[name.casefold()] = obj
        return name


def _precedence(obj):
    """Of an object and its copies, the one keeps the name that is still called as it was at the last export; copies have
    later names than what they are copies of."""
    return (obj.name != obj.sinew.named_for, obj.name_full)


def find(scene, job_name):
    """The object of the scene that has this name in jobs, None when it is gone. Copies have it too until the next export."""
    found = [obj for obj in scene.objects if obj.sinew.job_name == job_name and not obj.sinew.is_probe]
    return min(found, key=_precedence) if found else None
