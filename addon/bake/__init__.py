"""Running the bake program and looking after its cache. Nothing in here imports bpy."""
