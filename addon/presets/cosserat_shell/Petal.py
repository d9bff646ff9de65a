# A petal, 0.2 mm: thin-walled tissue full of water, an order of magnitude softer than a leaf blade (compare Liang and
# Mahadevan 2011, Growth, geometry, and mechanics of a blooming lily).
import bpy

shell = bpy.context.object.sinew.shell

shell.density = 900.0
shell.young_modulus = 5e6
shell.poisson_ratio = 0.4
shell.couple_ratio = 1.0
shell.length_scale = 0.0
shell.bending_scale = 1.0
shell.shear_factor = 0.8333333
shell.rotary_inertia = 0.0
shell.damping = 3.0
shell.material_damping = 0.02
shell.thickness_mm = 0.2
shell.area_law = "LINEAR"
