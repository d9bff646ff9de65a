"""tools/generate: the tables of fields that it writes into a page."""
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "generate"


def load_tool():
    loader = SourceFileLoader("generate", str(TOOL))
    module = module_from_spec(spec_from_loader("generate", loader))
    loader.exec_module(module)
    return module


def cells(meaning, shape="", unit="", details=""):
    return {"meaning": meaning, "details": details, "unit": unit, "shape": shape}


HEAD = "| field | type | default | meaning |\n| --- | --- | --- | --- |\n"
PINS = {"properties": {"axes": {"x-field": cells("Held axes"), "type": "array", "items": {"enum": ["x", "y"]}, "default": ["x"]}}}
BODIES = {
    "net": {
        "required": ["kind", "mesh"],
        "properties": {
            "kind": {"const": "net"},
            "drag": {"x-field": cells("Drag", unit="1/s"), "type": "number", "exclusiveMinimum": 0.0, "default": 2e-5},
            "mesh": {"x-field": cells("Rest shape", unit="length", details="Of any size."), "$ref": "#/$defs/mesh"},
            "start": {
                "x-field": cells("Start"),
                "type": "object",
                "required": ["speed"],
                "properties": {"speed": {"x-field": cells("Speed", "1 number per knot", "m/s"), "$ref": "#/$defs/array_or_number"}},
            },
            "pins": {"x-field": cells("Held knots"), "type": "array", "items": PINS, "default": []},
        },
    }
}
PAGE = "before\n<!-- fields net -->\nold\n<!-- end -->\nbetween\n<!-- fields net.pins -->\n<!-- end -->\nafter\n"


class Tables(unittest.TestCase):
    def setUp(self):
        self.tool = load_tool()

    def test_fields_are_rows_and_text_around_them_stays(self):
        body = (
            "| `mesh` | mesh [length] | required | Rest shape. Of any size |\n"
            "| `drag` | number [1/s], > 0 | 2e-5 | Drag |\n"
            "| `start` | object | | Start |\n"
            "| `start.speed` | array, 1 number per knot, or one number [m/s] | required in `start` | Speed |\n"
            "| `pins` | list | `[]` | Held knots |\n"
        )
        pins = '| `axes` | list of `"x"` and `"y"` | `["x"]` | Held axes |\n'
        self.assertEqual(
            self.tool.with_tables(PAGE, BODIES, {}),
            f"before\n<!-- fields net -->\n\n{HEAD}{body}\n<!-- end -->\nbetween\n"
            f"<!-- fields net.pins -->\n\n{HEAD}{pins}\n<!-- end -->\nafter\n",
        )

    def test_a_list_without_a_table_is_an_error(self):
        page = PAGE.replace("<!-- fields net.pins -->", "")
        with self.assertRaisesRegex(SystemExit, "has no table <!-- fields net.pins -->"):
            self.tool.with_tables(page, BODIES, {})

    def test_a_table_of_an_unknown_kind_is_an_error(self):
        with self.assertRaisesRegex(SystemExit, "has a table of nothing: <!-- fields rope -->"):
            self.tool.with_tables(PAGE + "<!-- fields rope -->\n<!-- end -->\n", BODIES, {})

    def test_lists_with_the_same_fields_share_a_table(self):
        bodies = {**BODIES, "rope": {"properties": {"pins": BODIES["net"]["properties"]["pins"]}}}
        page = PAGE + "<!-- fields rope -->\n<!-- end -->\n"
        self.assertEqual(self.tool.with_tables(page, bodies, {}).count("`axes`"), 1)

    def test_the_json_schema_has_no_cells(self):
        self.assertNotIn("x-field", str(self.tool.without_cells(BODIES)))


if __name__ == "__main__":
    unittest.main()
