"""A mesh object as a muscle: a bundle of rods inside it that hold on to bones and contract."""

from array import array
from contextlib import ExitStack
from functools import partial

from . import activation_map, mesh_shape, vectors
from .attachments import ENDS, carrier, distance_to_bone, distance_to_segment, far_sentence
from .body_export import BodyExport
from .bone_pills import THICKEST
from .bound_modifiers import bound_notes
from .capsule_mesh import capsule_mesh
from .carrier_surface import CarrierSurface
from .errors import ExportError
from .fcurves import moves
from .lengths import length_text
from .material import job_material
from .mesh_probe import MeshProbe, deforms_without_armature
from .muscle_rods import matrix_of_rods, moved, read_rods, sections_match
from .numbers import single_precision
from .object_space import ObjectSpace
from .viper_rod import KIND

# Items of the properties and what the job calls them.
MODES = {"FIXED": "fixed", "SLIDING": "sliding"}
MATCHINGS = {"SIMILARITY": "similarity", "RIGID": "rigid"}


class MuscleExport(BodyExport):
    kind = KIND
    rest_pose = True

    def __init__(self, scene, obj, movers, spool):
        super().__init__(scene, obj, movers, spool)
        self._settings = obj.sinew.muscle
        self._stack = ExitStack()
        self._carriers = {}  # end: (mover, object, bone)
        self._surfaces = {}  # end: CarrierSurface, where a mesh carries it
        self._activation = []
        self.space = ObjectSpace(obj.name)

    def __enter__(self):
        self.warnings.extend(bound_notes(self._object, "muscle"))
        with ExitStack() as stack:
            for end, _ in ENDS:
                found = carrier(self._object, end, self._scene)
                if found:
                    self._carriers[end] = (self._movers.use(*found), *found)
                    if found[0].type == "MESH":
                        self._surfaces[end] = CarrierSurface(self._scene, found[0])
                        stack.callback(self._surfaces[end].remove)
            if not self._carriers:
                self.warnings.append(
                    f"'{self._name}' is attached to nothing and will fall. Press Attach Ends in its Physics tab."
                )
            self._probe = MeshProbe(self._scene, self._object, deforms_without_armature)
            stack.callback(self._probe.remove)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error):
        self._stack.close()

    @property
    def stopped_by(self):
        if not self._settings.bones_collide:
            return []
        return [(obj, bone) for _, obj, bone in self._carriers.values() if bone]

    def read_rest(self, depsgraph):
        self._vertices = self._probe.read(depsgraph, self.rest_frame)
        if len(self._vertices) != 3 * len(self._object.data.vertices):
            raise ExportError(f"'{self._name}' cannot be read. Leave Edit Mode and try again.")
        self._triangles = self._probe.triangles(depsgraph)
        self._rods = read_rods(self._object, self._probe.evaluated(depsgraph).matrix_world)
        if not sections_match(self._rods):
            raise ExportError(
                f"The rods of '{self._name}' have different numbers of points ({min(self._rods.counts)} to "
                f"{max(self._rods.counts)}). Press Viperize again, or make them equal in Edit Mode."
            )
        for surface in self._surfaces.values():
            surface.read(depsgraph, self.rest_frame)
        self._map = activation_map.at_points(self._object, self._vertices, self._rods.points)
        self._warn_of_far_ends()
        self._warn_of_changed_mesh(depsgraph)
        if moves(self._object.data.shape_keys):
            self.warnings.append(
                f"The shape keys of the muscle '{self._name}' are animated; the bake takes its shape at the first frame. Animate "
                "its Activation instead."
            )

    def read_sample(self, depsgraph, frame):
        evaluated = self._probe.evaluated(depsgraph)
        self._activation.append(array("d", [evaluated.sinew.muscle.activation]))
        self.space.take(evaluated.matrix_world, frame)

    def body(self, parts):
        settings, rods = self._settings, self._rods
        count = len(rods.radii)
        body = {
            "kind": KIND,
            "name": parts.names[self._name],
            "rods": {
                "points": parts.block(rods.points, count, 3),
                "radii": parts.block(rods.radii, count),
                "counts": rods.counts,
            },
            "surface": {
                "vertices": parts.block(self._vertices, len(self._vertices) // 3, 3),
                "faces": parts.block(self._triangles, len(self._triangles) // 3, 3),
            },
            "material": job_material(settings, KIND),
            "sections": "levels",
            "bundling": {
                "stiffness": single_precision(settings.bundling_stiffness),
                "matching": MATCHINGS[settings.bundling_matching],
            },
            "shortening": single_precision(settings.shortening),
            "attachments": [
                self._attachment(parts, end, at_sink) for end, at_sink in ENDS if end in self._carriers
            ],
            "follow": single_precision(settings.follow),
            "collides": settings.collides,
            "friction": single_precision(settings.friction),
        }
        if settings.collision_group:
            body["collision_group"] = settings.collision_group
        if any(sample[0] for sample in self._activation):
            samples = [sample * len(rods.counts) for sample in self._activation]
            body["activation"] = parts.animated(samples, len(rods.counts))
        if self._map is not None:
            body["activation_map"] = parts.block(self._map, count)
        return body

    def _attachment(self, parts, end, at_sink):
        mover, obj, bone = self._carriers[end]
        points = self._rods.ends(at_sink)
        settings = getattr(self._settings, end)
        mode = MODES[settings.mode]
        attachment = {"mover": mover, "points": points, "mode": mode}
        if mode == "sliding":
            surface = self._glide_surface(end, obj, bone, points)
            if surface:
                vertices, triangles = surface
                attachment["surface"] = {
                    "vertices": parts.block(vertices, len(vertices) // 3, 3),
                    "faces": parts.block(triangles, len(triangles) // 3, 3),
                }
            else:
                attachment["normals"] = [
                    list(self._away_from(end, obj, self._rods.point(index))) for index in points
                ]
        else:
            attachment["hinge"] = single_precision(settings.hinge)
        return attachment

    def _glide_surface(self, end, obj, bone, points):
        """(positions, triangles) of what an end glides along; None where that has no inside. Around a bone it is a capsule as
        wide as the end is away from it, so that the end stays on the bone and goes around its tips."""
        if bone:
            entry = obj.data.bones[bone]
            head, tail = (tuple(obj.matrix_world @ place) for place in (entry.head_local, entry.tail_local))
            away = sum(distance_to_segment(self._rods.point(index), head, tail) for index in points) / len(points)
            length = vectors.length(vectors.subtract(tail, head))
            return capsule_mesh(head, tail, max(away, THICKEST * length))
        surface = self._surfaces.get(end)
        return surface.mesh if surface and surface.is_closed() else None

    def _away_from(self, end, obj, point):
        """Normal of the plane across which a point glides: of the surface that carries it, or away from the middle of what
        has none."""
        nearest = self._surfaces[end].nearest(point) if end in self._surfaces else None
        if nearest:
            return nearest[0]
        away = vectors.normalized(vectors.subtract(point, tuple(obj.matrix_world.translation)))
        return away if vectors.length(away) > 0.0 else (0.0, 0.0, 1.0)

    def _warn_of_changed_mesh(self, depsgraph):
        vertices = self._probe.read(depsgraph, self.rest_frame, in_world=False)
        standing = self._probe.evaluated(depsgraph).matrix_world
        to_rods = matrix_of_rods(self._settings.rods, self._object, standing).inverted_safe() @ standing
        vertices = moved(vertices, to_rods)
        change = mesh_shape.change(self._settings.filled_shape, mesh_shape.shape(vertices, self._triangles))
        if change:
            self.warnings.append(
                f"The mesh of '{self._name}' is not the one that was filled with rods: {change}. Press Viperize again, or "
                "the rods of the old shape move the new one."
            )

    def _warn_of_far_ends(self):
        middles = {end: self._rods.end_middle(at_sink) for end, at_sink in ENDS}
        length = vectors.length(vectors.subtract(middles["sink"], middles["source"]))
        text = partial(length_text, self._scene)
        for end, (_, obj, bone) in self._carriers.items():
            points = [self._rods.point(index) for index in self._rods.ends(end == "sink")]
            sentence = None
            if bone:
                distance = min(distance_to_bone(point, obj.data.bones[bone], obj.matrix_world) for point in points)
                sentence = far_sentence(self._name, end, f"the bone '{bone}'", distance, length, text)
            elif end in self._surfaces:
                found = [nearest for nearest in map(self._surfaces[end].nearest, points) if nearest]
                distance = min((entry[1] for entry in found), default=0.0)
                sentence = far_sentence(self._name, end, f"the surface of '{obj.name}'", distance, length, text)
            if sentence:
                self.warnings.append(sentence)
