# Blade of a broad leaf, 0.3 mm. Blades in tension have between ten and some hundred MPa (order of magnitude; Gibson 2012,
# The hierarchical structure and mechanics of plant materials); much of the volume is air.
import bpy

shell = bpy.context.object.sinew.shell

shell.density = 700.0
shell.young_modulus = 5e7
shell.poisson_ratio = 0.3
shell.couple_ratio = 1.0
shell.length_scale = 0.0
shell.bending_scale = 1.0
shell.shear_factor = 0.8333333
shell.rotary_inertia = 0.0
shell.damping = 3.0
shell.material_damping = 0.01
shell.thickness_mm = 0.3
shell.area_law = "LINEAR"
