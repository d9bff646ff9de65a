"""ctypes binding of sinew.h. Nothing in here imports bpy, so it runs under plain Python."""
