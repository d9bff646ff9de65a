"""The add-on as Blender sees it: registered, taken back, defaults, presets, properties that can be
animated."""

import json
import os
import pathlib
import sys
import tempfile

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness

SCHEMA = pathlib.Path(__file__).resolve().parents[3] / "docs" / "job.schema.json"


class RegistrationTest(harness.BlenderTest):
    def test_the_bake_stands_first_and_every_kind_of_body_says_what_it_is_for(self):
        labels = [
            cls.bl_label
            for module in harness.part("panels").modules
            for cls in module.classes
            if issubclass(cls, bpy.types.Panel) and cls.bl_region_type == "WINDOW" and not hasattr(cls, "bl_parent_id")
        ]
        self.assertEqual(labels[0], "Sinew Bake")
        for body_type in harness.part("body_types").BODY_TYPES:
            self.assertIn(body_type.label, labels)
            self.assertTrue(0 < len(body_type.purpose) < 50, body_type.purpose)

    def test_can_be_disabled_and_enabled_again(self):
        obj = self.new_rod()
        obj.sinew.rod.density = 1234.0
        handlers = own_handlers()
        self.assertTrue(handlers)
        for _ in range(3):
            harness.disable()
            self.assertFalse(hasattr(bpy.types.Object, "sinew"))
            self.assertFalse(hasattr(bpy.types, "SINEW_PT_rod"))
            self.assertEqual(own_handlers(), [])
            harness.enable()
        self.assertEqual(own_handlers(), handlers)
        self.assertEqual(obj.sinew.body_type, "VIPER_ROD")
        self.assertEqual(obj.sinew.rod.density, 1234.0)
        draws = bpy.types.PHYSICS_PT_add._dyn_ui_initialize()
        self.assertEqual(
            len([draw for draw in draws if harness.module_name() in draw.__module__]), 1
        )

    def test_versions_agree(self):
        library = harness.part("bridge.library").Library()
        version = ".".join(str(number) for number in library.version())
        self.assertEqual(version, harness.package().VERSION)

    def test_material_defaults_are_those_of_the_solver(self):
        rods = harness.part("bridge.library").Library().schema()["materials"]["viper_rods"]
        defaults = {row["name"]: row["default"] for row in rods["params"]}
        self.assertEqual(set(harness.material("viper_rods")), set(defaults), "a parameter is missing in the add-on")
        rod = self.new_rod().sinew.rod
        for name, default in defaults.items():
            self.assertAlmostEqual(getattr(rod, name) / default, 1.0, places=6, msg=name)

    def test_muscle_defaults_are_those_of_the_solver(self):
        rods = harness.part("bridge.library").Library().schema()["materials"]["viper_rods"]
        muscle = self.new_rod().sinew.muscle
        for name, default in rods["variants"]["muscle"].items():
            self.assertAlmostEqual(getattr(muscle, name) / default, 1.0, places=6, msg=name)
        # The others are in the schema of jobs, which a test of the solver compares with what a job is read as.
        with open(SCHEMA, encoding="utf-8") as file:
            schemas = json.load(file)["$defs"]
        body = schemas["viper_rods"]["properties"]
        for name in ("shortening", "follow", "friction"):
            self.assertAlmostEqual(getattr(muscle, name), body[name]["default"], places=6, msg=name)
        bundling = body["bundling"]["properties"]
        stretch = schemas["viper_rods_material"]["properties"]["stretch_stiffness"]["default"]
        self.assertAlmostEqual(
            muscle.bundling_stiffness / muscle.stretch_stiffness, bundling["stiffness"]["default"] / stretch
        )  # a stiffer material needs a stiffer bundle
        matchings = harness.part("export.muscle").MATCHINGS
        self.assertEqual(matchings[muscle.bundling_matching], bundling["matching"]["default"])

    def test_skin_defaults_are_those_of_the_solver(self):
        with open(SCHEMA, encoding="utf-8") as file:
            body = json.load(file)["$defs"]["skin"]["properties"]
        skin = self.new_rod().sinew.skin
        for name in ("smoothing", "reach"):
            self.assertEqual(getattr(skin, name), body[name]["default"], name)

    def test_solid_defaults_are_those_of_the_solver(self):
        with open(SCHEMA, encoding="utf-8") as file:
            schemas = json.load(file)["$defs"]
        solid = self.new_rod().sinew.solid
        export = harness.part("export.solid")
        material = schemas["micropolar_solid_material"]["properties"]
        self.assertEqual(set(harness.material("micropolar_solid")), set(material), "a parameter is missing in the add-on")
        for name in harness.material("micropolar_solid"):
            self.assertAlmostEqual(getattr(solid, name), material[name]["default"], places=6, msg=name)
        law = schemas["micropolar_solid"]["properties"]["law"]
        self.assertEqual(export.LAWS[solid.law], law["default"])
        self.assertEqual(list(export.LAWS.values()), law["enum"])
        self.assertIn(solid.law, ("NEO_HOOKEAN", "CLASSIC_NEO_HOOKEAN"), "the default must not turn inside out")
        with open(SCHEMA, encoding="utf-8") as file:
            implicit = json.load(file)["properties"]["solver"]["properties"]["implicit"]["properties"]
        integrators = harness.part("export.scene").INTEGRATORS
        self.assertEqual(list(integrators.values()), implicit["integrator"]["enum"])
        self.assertEqual(integrators[self.scene.sinew.integrator], implicit["integrator"]["default"])

    def test_shell_defaults_are_those_of_the_solver(self):
        with open(SCHEMA, encoding="utf-8") as file:
            schemas = json.load(file)["$defs"]
        shell = self.new_rod().sinew.shell
        export = harness.part("export.shell")
        material = schemas["cosserat_shell_material"]["properties"]
        names = harness.material("cosserat_shell")
        self.assertEqual({*names, "thickness"}, set(material), "a parameter is missing in the add-on")
        for name in names:
            self.assertAlmostEqual(getattr(shell, name), material[name]["default"], places=6, msg=name)
        self.assertAlmostEqual(shell.thickness_mm, 1000.0 * material["thickness"]["default"], places=6)
        body = schemas["cosserat_shell"]["properties"]
        for name, words in (("model", export.MODELS), ("area_law", export.AREA_LAWS), ("mass", export.MASSES)):
            self.assertEqual(words[getattr(shell, name)], body[name]["default"])
            self.assertEqual(list(words.values()), body[name]["enum"])

    def test_defaults_of_rigid_bodies_and_contact_are_those_of_the_solver(self):
        with open(SCHEMA, encoding="utf-8") as file:
            schemas = json.load(file)["$defs"]
        sinew = self.new_rod().sinew
        material = schemas["rigid_body_material"]["properties"]
        names = harness.material("rigid_body")
        self.assertEqual({*names, "wall_thickness"}, set(material), "a parameter is missing in the add-on")
        for name in names:
            self.assertAlmostEqual(getattr(sinew.rigid, name), material[name]["default"], places=6, msg=name)
        contacts = harness.part("export.implicit_body").CONTACTS
        for kind, settings in (
            ("rigid_body", sinew.rigid),
            ("micropolar_solid", sinew.solid),
            ("cosserat_shell", sinew.shell),
        ):
            body = schemas[kind]["properties"]
            for name in ("friction", "sliding_friction"):
                self.assertAlmostEqual(getattr(settings, name), body[name]["default"], places=6, msg=f"{kind} {name}")
            self.assertEqual(contacts[settings.contact], body["contact"]["default"])
            self.assertEqual(list(contacts.values()), body["contact"]["enum"])

    def test_world_defaults_are_those_of_the_solver(self):
        with open(SCHEMA, encoding="utf-8") as file:
            solver = json.load(file)["properties"]["solver"]["properties"]
        self.assertEqual(self.scene.sinew.substeps, solver["substeps"]["default"])
        self.assertEqual(self.scene.sinew.threads, 0)

    def test_only_what_the_solver_samples_can_be_animated(self):
        obj = self.new_rod()
        animatable = {
            f"{path}.{name}"
            for path, group in settings_of(obj, self.scene)
            for name, prop in group.bl_rna.properties.items()
            if prop.is_animatable and prop.type in {"BOOLEAN", "INT", "FLOAT", "ENUM"} and not prop.is_hidden
        }
        sampled = {"rod.radial_force", "muscle.activation", "solid.rest_curvature"}
        self.assertEqual(animatable, sampled | {"shell.growth", "shell.curvatures[0].strength"})
        for path in ("rod.density", "muscle.shortening", "is_collider", "muscle.sink.mode", "collider_friction"):
            with self.assertRaises(TypeError, msg=path):
                obj.keyframe_insert(f"sinew.{path}", frame=1)

    def test_every_setting_can_be_overridden_in_linked_files(self):
        obj = self.new_rod()
        for path, group in settings_of(obj):
            for name, prop in group.bl_rna.properties.items():
                if name not in {"rna_type", "name"}:
                    self.assertTrue(prop.is_overridable, f"{path}.{name}")

    def test_every_setting_has_a_tooltip(self):
        obj = self.new_rod()
        for path, group in settings_of(obj, self.scene):
            for name, prop in group.bl_rna.properties.items():
                if name in {"rna_type", "name"} or prop.is_hidden:
                    continue
                if prop.type != "COLLECTION" and not isinstance(getattr(group, name), bpy.types.PropertyGroup):
                    self.assertGreater(len(prop.description), 20, f"{path}.{name}")

    def test_what_changes_the_file_can_be_undone(self):
        # These start and stop something, delete files, or leave nothing behind.
        without = {"SINEW_OT_bake_again", "SINEW_OT_cancel_bake", "SINEW_OT_free_bake", "SINEW_OT_play_live"}
        for module in harness.part("operators").modules:
            for cls in module.classes:
                if cls.__name__ not in without and not cls.__name__.endswith("_preset"):
                    self.assertLessEqual({"REGISTER", "UNDO"}, cls.bl_options, cls.__name__)

    def test_shipped_presets_set_the_whole_material(self):
        obj = self.new_rod()
        material = harness.material("viper_rods")
        self.check_presets("viper_rod", "SINEW_PT_rod_presets", obj.sinew.rod, material)

    def test_shipped_muscle_presets_set_the_whole_material(self):
        mesh = bpy.data.objects.new("Mesh", bpy.data.meshes.new("Mesh"))
        self.scene.collection.objects.link(mesh)
        bpy.context.view_layer.objects.active = mesh
        bpy.ops.sinew.add_body(body_type="MUSCLE")
        names = (*harness.material("viper_rods"), "bundling_stiffness")
        self.check_presets("muscle", "SINEW_PT_muscle_presets", mesh.sinew.muscle, names)

    def test_shipped_solid_presets_set_the_whole_material(self):
        mesh = bpy.data.objects.new("Mesh", bpy.data.meshes.new("Mesh"))
        self.scene.collection.objects.link(mesh)
        bpy.context.view_layer.objects.active = mesh
        bpy.ops.sinew.add_body(body_type="MICROPOLAR_SOLID")
        names = set(harness.material("micropolar_solid")) - {"poisson_ratio"}  # cannot be 77
        self.check_presets("micropolar_solid", "SINEW_PT_solid_presets", mesh.sinew.solid, sorted(names))

    def test_shipped_shell_presets_set_the_whole_material(self):
        mesh = bpy.data.objects.new("Mesh", bpy.data.meshes.new("Mesh"))
        self.scene.collection.objects.link(mesh)
        bpy.context.view_layer.objects.active = mesh
        bpy.ops.sinew.add_body(body_type="COSSERAT_SHELL")
        names = set(harness.material("cosserat_shell")) - {"poisson_ratio"}  # cannot be 77
        self.check_presets("cosserat_shell", "SINEW_PT_shell_presets", mesh.sinew.shell, sorted(names | {"thickness_mm"}))

    def test_shipped_presets_of_rigid_bodies_set_the_whole_material(self):
        mesh = bpy.data.objects.new("Mesh", bpy.data.meshes.new("Mesh"))
        self.scene.collection.objects.link(mesh)
        bpy.context.view_layer.objects.active = mesh
        bpy.ops.sinew.add_body(body_type="RIGID_BODY")
        names = (*harness.material("rigid_body"), "wall_thickness_mm", "friction")
        self.check_presets("rigid_body", "SINEW_PT_rigid_presets", mesh.sinew.rigid, names)

    def check_presets(self, folder, menu, group, names):
        presets = sorted((harness.part("panels.presets").SHIPPED / folder).glob("*.py"))
        self.assertGreaterEqual(len(presets), 4)
        seen = set()
        for preset in presets:
            for name in names:
                setattr(group, name, 77.0)
            bpy.ops.script.execute_preset(filepath=str(preset), menu_idname=menu)
            values = tuple(getattr(group, name) for name in names)
            self.assertNotIn(77.0, values, preset.name)
            seen.add(values)
        self.assertEqual(len(seen), len(presets))

    def test_own_presets_can_be_added_and_removed(self):
        obj = self.new_rod()
        obj.sinew.rod.density = 555.0
        bpy.ops.sinew.add_rod_preset(name="Mine")
        subfolder = "sinew/viper_rod"
        path = bpy.utils.preset_find("Mine", subfolder)
        self.assertTrue(path)
        obj.sinew.rod.density = 1.0
        bpy.ops.script.execute_preset(filepath=path, menu_idname="SINEW_PT_rod_presets")
        self.assertEqual(obj.sinew.rod.density, 555.0)
        bpy.ops.sinew.add_rod_preset(name="Mine", remove_name=True)
        self.assertFalse(bpy.utils.preset_find("Mine", subfolder))

    def test_settings_that_a_preset_does_not_name_get_their_defaults(self):
        obj = self.new_rod()
        rod = obj.sinew.rod
        density, damping = rod.density, rod.damping
        with tempfile.TemporaryDirectory() as folder:
            preset = pathlib.Path(folder) / "Older.py"
            preset.write_text("import bpy\nbpy.context.object.sinew.rod.density = 555.0\n", encoding="utf-8")
            rod.density, rod.damping, rod.radius = 77.0, 77.0, 0.25
            bpy.ops.script.execute_preset(filepath=str(preset), menu_idname="SINEW_PT_rod_presets")
        self.assertNotEqual(density, 555.0)
        self.assertEqual((rod.density, rod.damping), (555.0, damping))
        self.assertAlmostEqual(rod.radius, 0.25)  # no part of a preset

    def test_several_curves_become_rods_at_once(self):
        curves = [self.new_curve(name) for name in ("A", "B", "C")]
        for curve in curves[:2]:
            curve.select_set(True)
        curves[2].select_set(False)
        bpy.context.view_layer.objects.active = curves[0]
        bpy.ops.sinew.add_body(body_type="VIPER_ROD")
        self.assertEqual(
            [curve.sinew.body_type for curve in curves], ["VIPER_ROD", "VIPER_ROD", "NONE"]
        )

    def test_a_mesh_cannot_be_a_rod(self):
        mesh = bpy.data.objects.new("Mesh", bpy.data.meshes.new("Mesh"))
        self.scene.collection.objects.link(mesh)
        bpy.context.view_layer.objects.active = mesh
        with self.assertRaisesRegex(RuntimeError, "'Mesh' cannot be a VIPER Rod. Select a curve"):
            bpy.ops.sinew.add_body(body_type="VIPER_ROD")
        self.assertEqual(mesh.sinew.body_type, "NONE")

    def test_changed_settings_are_remembered_by_name(self):
        obj = self.new_rod()
        changes = harness.part("properties.changes")
        changes.forget(obj.sinew)
        obj.sinew.rod.stretch_stiffness = 5.0
        obj.sinew.rod.stretch_stiffness = 6.0
        obj.sinew.rod.density = 6.0
        self.assertEqual(changes.names(obj.sinew), ["Stretch", "Density"])

    def test_settings_on_an_override_survive_saving(self):
        self.new_rod("Asset")
        self.save("library.blend")
        bpy.ops.wm.read_factory_settings(use_empty=True)
        harness.enable()
        with bpy.data.libraries.load(str(self.folder / "library.blend"), link=True) as (_, wanted):
            wanted.objects = ["Asset"]
        bpy.context.scene.collection.objects.link(wanted.objects[0])
        override = wanted.objects[0].override_create(remap_local_usages=True)
        override.sinew.rod.density = 4321.0
        path = self.save("shot.blend")
        bpy.ops.wm.open_mainfile(filepath=str(path))
        harness.enable()
        obj = next(entry for entry in bpy.context.scene.objects if entry.override_library)
        self.assertEqual(obj.sinew.rod.density, 4321.0)

    def test_a_file_of_a_newer_version_is_told(self):
        self.new_rod()
        self.assertEqual(self.scene.sinew.file_version, harness.part("properties.migrate").FILE_VERSION)
        self.scene.sinew.file_version = 99
        path = self.save()
        bpy.ops.wm.open_mainfile(filepath=str(path))
        harness.enable()
        self.assertIn("newer version", bpy.context.scene.sinew.status_message)

    def test_rods_of_version_1_stay_as_stiff(self):
        rope, band = self.new_rod("Rope"), self.new_rod("Band")
        self.new_rod("Untouched")
        for name in ("bend_stiffness", "twist_stiffness"):
            setattr(rope.sinew.rod, name, 2e4)
        rope.sinew.rod.volume_stiffness = 1e7
        rope.sinew.muscle.bend_stiffness = 5e5
        band.sinew.rod.volume_stiffness = 3e6
        self.scene.sinew.file_version = 1
        other = bpy.data.scenes.new("Other")  # shares a rod, which is converted once
        other.collection.objects.link(rope)
        other.sinew.file_version = 1
        path = self.save()
        bpy.ops.wm.open_mainfile(filepath=str(path))
        harness.enable()
        self.assertEqual([scene.sinew.file_version for scene in bpy.data.scenes], [2, 2])
        objects = bpy.data.objects
        self.assertAlmostEqual(objects["Rope"].sinew.rod.bend_stiffness, 1.002e7, delta=10.0)
        self.assertAlmostEqual(objects["Rope"].sinew.rod.twist_stiffness, 1e4, delta=0.01)
        self.assertAlmostEqual(objects["Rope"].sinew.muscle.bend_stiffness, 1.05e7, delta=10.0)
        self.assertAlmostEqual(objects["Band"].sinew.rod.bend_stiffness, 3.1e6, delta=10.0)
        self.assertFalse(objects["Untouched"].sinew.rod.is_property_set("bend_stiffness"))


def own_handlers():
    """Names of the add-on's handlers, of all kinds."""
    return [
        (kind, function.__name__)
        for kind in dir(bpy.app.handlers)
        if isinstance(getattr(bpy.app.handlers, kind), list)
        for function in getattr(bpy.app.handlers, kind)
        if getattr(function, "__module__", "").startswith(harness.module_name())
    ]


def settings_of(obj, scene=None):
    """(path, group) of all settings of an object, and of a scene if there is one."""
    sinew = obj.sinew
    groups = [("", sinew), ("rod", sinew.rod), ("muscle", sinew.muscle), ("skin", sinew.skin)]
    if not sinew.shell.curvatures:
        sinew.shell.curvatures.add()
    groups += [("solid", sinew.solid), ("shell", sinew.shell), ("shell.curvatures[0]", sinew.shell.curvatures[0])]
    groups += [("muscle.source", sinew.muscle.source), ("muscle.sink", sinew.muscle.sink)]
    return groups + ([("scene", scene.sinew)] if scene else [])


if __name__ == "__main__":
    harness.main()
