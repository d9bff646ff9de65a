import unittest

import support

support.make_addon_importable()

from addon.bake.change_words import ChangeWords

STALE = "the cache is of another job: {} changed; bake with --restart to begin again, or choose another folder"


class ChangeWordsTest(unittest.TestCase):
    def setUp(self):
        labels = {"Cloth": "Cloth", "Cloth.001": "Curtain", "Rig": "Rig", "Cloth directors": "Cloth"}
        self.words = ChangeWords(labels, {"Cloth": {"young_modulus": "Stiffness"}, "Cloth.001": {"density": "Density"}})

    def test_settings_have_their_labels(self):
        self.assertEqual(self.words.of("bodies.Cloth.material.young_modulus"), "Stiffness of Cloth")
        self.assertEqual(self.words.of("bodies.Cloth.pins[0].vertices"), "Pins of Cloth")
        self.assertEqual(self.words.of("solver.substeps"), "Substeps")
        self.assertEqual(self.words.of("movers.Rig/forearm.L"), "motion of forearm.L of Rig")
        self.assertEqual(self.words.of("outputs.spaces.Cloth"), "place of Cloth")
        self.assertEqual(self.words.of("outputs.spaces"), "which bodies there are")
        self.assertEqual(self.words.of("bodies.Cloth directors.count"), "Directors of Cloth")

    def test_names_with_dots_are_whole_names(self):
        self.assertEqual(self.words.of("bodies.Cloth.001.material.density"), "Density of Curtain")
        self.assertEqual(self.words.of("bodies.Cloth.001"), "Curtain")

    def test_what_is_not_known_is_still_readable(self):
        self.assertEqual(self.words.of("bodies.Cloth.material.new_number"), "new number of Cloth")
        self.assertEqual(self.words.of("bodies.Gone.material.density"), "Gone.material.density")

    def test_a_refusal_is_reworded(self):
        text = STALE.format("bodies.Cloth.material.young_modulus, gravity")
        self.assertEqual(
            self.words.reworded(text),
            "Stiffness of Cloth, Gravity changed; bake with --restart to begin again, or choose another folder",
        )

    def test_what_comes_twice_is_said_once(self):
        names = "bodies.Cloth.rods.points, bodies.Cloth.rods.radii and 3 more"
        self.assertRegex(self.words.reworded(STALE.format(names)), "^Shape or place of Cloth and 3 more changed; bake")

    def test_a_note_is_reworded(self):
        text = "bodies.Cloth.pins[0].positions changed after frame 6: frames up to 6 are kept, 7 to 12 are baked again"
        self.assertEqual(
            self.words.reworded(text), "Pins of Cloth changed after frame 6: frames up to 6 are kept, 7 to 12 are baked again"
        )

    def test_renamed_objects_have_their_new_names(self):
        self.assertEqual(self.words.reworded("Cloth.001: vertex 3 went out of bounds"), "Curtain: vertex 3 went out of bounds")
        self.assertEqual(self.words.reworded("Cloth: vertex 3"), "Cloth: vertex 3")
        self.assertEqual(self.words.reworded("Tablecloth.001 and Cloth.0011"), "Tablecloth.001 and Cloth.0011")

    def test_problems_of_a_material_have_the_words_of_the_panel(self):
        problem = {"object": "Cloth", "field": "material.young_modulus", "value": "-1", "remedy": "must be positive",
                   "message": "Cloth: material.young_modulus is -1: must be positive"}  # fmt: skip
        other = {**problem, "field": "mesh", "message": "Cloth.001: mesh is torn"}
        self.words.reword_check({"warnings": [], "problems": [problem, other]})
        self.assertEqual(problem["message"], "Stiffness of 'Cloth' is -1: must be positive")
        self.assertEqual(other["message"], "Curtain: mesh is torn")

    def test_other_sentences_stay(self):
        for text in ("", "the disk is full", "gravity is -9.81", "the rods changed nothing"):
            self.assertEqual(self.words.reworded(text), text)


if __name__ == "__main__":
    unittest.main()
