"""The evaluated Blender scene as a job. Units, axes and frames are converted here and only here."""
