# Shoe upper leather, 2 mm. Tanned leather has 850 to 1000 kg/m³ and, at small strain, tens of MPa; more when it has
# been stretched.
import bpy

shell = bpy.context.object.sinew.shell

shell.density = 900.0
shell.young_modulus = 4e7
shell.poisson_ratio = 0.4
shell.couple_ratio = 1.0
shell.length_scale = 0.0
shell.bending_scale = 1.0
shell.shear_factor = 0.8333333
shell.rotary_inertia = 0.0
shell.damping = 0.5
shell.material_damping = 0.01
shell.thickness_mm = 2.0
shell.area_law = "LINEAR"
