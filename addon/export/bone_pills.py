"""The bones of an armature as capsules that stop muscles; no mesh of a skeleton is needed."""

KIND = "pills"

# Blender gives a new bone an envelope that may be thicker than the bone is long. Real bones are not.
THICKEST = 0.04  # of the bone's length: a humerus of 30 cm has a radius of 12 mm


def capsule(bone, matrix):
    """(points, radii) of a bone in rest position, in the world; None for a bone without thickness.
    `matrix` is where its armature stands."""
    head, tail = matrix @ bone.head_local, matrix @ bone.tail_local
    thickest = THICKEST * (tail - head).length
    scale = matrix.median_scale
    radii = [min(radius * scale, thickest) for radius in (bone.head_radius, bone.tail_radius)]
    return ([list(head), list(tail)], radii) if min(radii) > 0.0 else None


class BonePills:
    """All deforming bones of one armature, each carried by itself."""

    def __init__(self, armature, attached, movers):
        """`attached` are the names of bones that carry muscles: these are there in any case."""
        self._armature = armature
        self._movers = {
            bone.name: movers.use(armature, bone.name)
            for bone in armature.data.bones
            if bone.use_deform or bone.name in attached
        }

    def read_rest(self, depsgraph):
        matrix = self._armature.evaluated_get(depsgraph).matrix_world
        bones = self._armature.data.bones
        self._capsules = {name: capsule(bones[name], matrix) for name in self._movers}

    def pills(self):
        """Each bone with its mover, as skins name them."""
        return {
            name: {"mover": self._movers[name], "points": found[0], "radii": found[1]}
            for name, found in self._capsules.items()
            if found
        }

    def colliders(self):
        return [
            {"kind": KIND, "name": pill["mover"], **pill}
            for pill in self.pills().values()
        ]
