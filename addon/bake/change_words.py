"""What the program says about changes, in the words of the artist: "Stiffness of Cloth", not
"bodies.Cloth.material.young_modulus". Nothing in here imports bpy."""

import re

_TOP = ("bodies", "movers", "colliders", "outputs", "solver", "frames", "units", "gravity", "sinew_version")
_NAMES = re.compile(
    rf"(?:the cache is of another job: )?(?P<names>(?:{'|'.join(_TOP)})\b.*?)(?P<more> and \d+ more)? changed"
    r"(?= from the first frame on|;| after frame)"
)
_BETWEEN = re.compile(rf", (?=(?:{'|'.join(_TOP)})\b)")

_SCENE_WORDS = {
    "sinew_version": "the version of Sinew",
    "units.length": "Unit Scale",
    "frames.start": "the first frame",
    "frames.rate": "Frame Rate",
    "gravity": "Gravity",
    "solver.substeps": "Substeps",
    "solver.preroll": "Preroll",
    "solver.implicit.integrator": "Motion",
    "bodies": "which bodies there are",
    "outputs.spaces": "which bodies there are",
    "colliders": "the colliders and floors",
}

# First part of a field of a body, and the words for it. Materials have the words of their settings.
_BODY_WORDS = {
    "activation": "Activation",
    "activation_map": "Activation Map",
    "area_law": "Area",
    "attachments": "Attachments",
    "base": "motion of the rig",
    "body": "Directors",
    "bones": "bones",
    "bundling": "Bundling",
    "collides": "Collides",
    "contact": "Contact",
    "contact_except": "Contact",
    "contact_frames": "Frames of Contact",
    "contact_only": "Contact",
    "count": "Directors",
    "curvature_stiffness": "Fibre Stiffness",
    "drivers": "Muscles",
    "edge_points": "shape or place",
    "edges": "Smooth Surface",
    "fibers": "Grain",
    "follow": "Follow Bones",
    "friction": "Friction",
    "friction_map": "Friction Map",
    "initial": "start",
    "law": "Law",
    "layers": "Painted Material",
    "length": "Directors",
    "mask": "Mask",
    "mass": "Mass",
    "mesh": "shape or place",
    "model": "Model",
    "motion": "Motion",
    "mover": "Motion",
    "normals": "Grain",
    "offsets": "shape keys",
    "pins": "Pins",
    "radial_force": "Inflate",
    "reach": "Reach",
    "rest_curvature": "curvature",
    "rest_stretch": "Growth",
    "rods": "shape or place",
    "sections": "rods",
    "shell": "Front and Back Surface",
    "shortening": "Shortening",
    "sliding_friction": "Friction While Sliding",
    "smoothing": "Smoothing",
    "surface": "shape or place",
    "tet_rest_curvature": "Rest Curvature",
    "tets": "shape, place or resolution",
    "thickness": "Thickness Map",
    "triangle_rest_curvature": "curvature",
    "triangle_rest_stretch": "Growth",
}


class ChangeWords:
    def __init__(self, labels, materials):
        """`labels` has the artist's name of every name in the job, `materials` for each body a dict from fields of its
        material to the words for them."""
        self._labels = labels
        self._materials = materials

    def reworded(self, text):
        """A sentence of the program with the artist's words for what changed, and for objects that were renamed."""
        found = _NAMES.search(text)
        if found is None:
            return self._relabelled(text)
        words = dict.fromkeys(self.of(path) for path in _BETWEEN.split(found["names"]))
        changed = ", ".join(words) + (found["more"] or "") + " changed"
        before, after = self._relabelled(text[: found.start()]), self._relabelled(text[found.end() :])
        return before + (changed if before else changed[0].upper() + changed[1:]) + after

    def reword_check(self, report):
        """All sentences and names in what `sinew check` reported."""
        report["warnings"] = [self.reworded(sentence) for sentence in report["warnings"]]
        for problem in report["problems"]:
            problem["message"] = self._problem(problem)
        for body in (report.get("cost") or {}).get("by_body", ()):
            body["name"] = self.label(body["name"])
        return report

    def of(self, path):
        """The words for one path, such as "bodies.Cloth.material.density"."""
        if path in _SCENE_WORDS:
            return _SCENE_WORDS[path]
        top, _, rest = path.partition(".")
        if top == "solver":
            return "the settings of the solver"
        if top == "movers":
            return f"motion of {self._mover(rest)}"
        if top == "outputs":
            return f"place of {self.label(rest.removeprefix('spaces.'))}"
        name = max((name for name in self._labels if (rest + ".").startswith(name + ".")), key=len, default=None)
        if name is None:
            return rest  # of an object that is gone
        field = rest[len(name) + 1 :]
        if not field:
            return self.label(name)
        return f"{self._field(name, field)} of {self.label(name)}"

    def _problem(self, problem):
        """What is wrong with a setting of a body has the words of the panel: "Thickness of 'Sheet' is 5 m: ..."."""
        name, field = problem["object"], problem["field"]
        if name not in self._labels or not field.startswith("material."):
            return self.reworded(problem["message"])
        return f"{self._field(name, field)} of '{self.label(name)}' is {problem['value']}: {self.reworded(problem['remedy'])}"

    def _field(self, name, field):
        first, _, second = field.partition(".")
        if first == "material":
            return self._materials.get(name, {}).get(second, second.replace("_", " "))
        return _BODY_WORDS.get(re.sub(r"\[\d+\]", "", first), first.replace("_", " "))

    def _mover(self, name):
        carrier, _, bone = name.partition("/")
        return f"{bone} of {self.label(carrier)}" if bone else self.label(carrier)

    def label(self, name):
        """What the artist calls the object of this name in the job."""
        return self._labels.get(name, name)

    def _relabelled(self, text):
        renamed = sorted((name for name, label in self._labels.items() if name != label), key=len, reverse=True)
        if not renamed:
            return text
        pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, renamed))})(?!\w)"
        return re.sub(pattern, lambda found: self._labels[found[0]], text)
