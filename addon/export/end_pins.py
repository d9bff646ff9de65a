"""The pins at one end of all rods of an object, with what was read of them over time."""

from array import array

# Items of the pin properties and what the job calls them.
_HELD = (("POSITION", "position"), ("DIRECTION", "frame"), ("RADIUS", "scale"))


class EndPins:
    """The pins at the start or at the end of all rods of one object, with their samples."""

    def __init__(self, at_end, held, release_frame):
        """`release_frame` is the last frame at which they hold, None when they are never released."""
        self.at_end = at_end
        self._release_frame = release_frame
        self.held = [name for item, name in _HELD if item in held]
        self.frames = []
        self._samples = {name: [] for name in self.held}
        self._rest_thickness = []

    def take_rest(self, readings):
        self._rest_thickness = [thickness for _, thickness, _ in readings]

    def take(self, readings):
        if "position" in self.held:
            self._samples["position"].append(flat(position for position, _, _ in readings))
        if "frame" in self.held:
            self._samples["frame"].append(flat(turn for _, _, turn in readings))
        if "scale" in self.held:
            scales = (
                thickness / rest for (_, thickness, _), rest in zip(readings, self._rest_thickness)
            )
            self._samples["scale"].append(array("d", scales))

    def job(self, parts, points):
        pin = {"points": points, "what": self.held}
        if self._release_frame is not None:
            pin["release_frame"] = self._release_frame
        for name, field, *width in (
            ("position", "positions", 3),
            ("frame", "rotations", 4),
            ("scale", "scales"),
        ):
            if name in self.held:
                pin[field] = parts.animated(self._samples[name], len(points), *width)
        return pin


def flat(tuples):
    values = array("d")
    for entry in tuples:
        values.extend(entry)
    return values
