"""Showing a bake with plain Blender data, so that files play and render without the add-on."""
