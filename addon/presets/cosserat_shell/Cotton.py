# Woven cotton of 160 g/m², 0.4 mm thick. Threads carry E h of about 6,000 N/m; they slide when the cloth bends, so it resists
# bending ten times less than a solid sheet: 1e-5 N m, as fabrics have in Kawabata's test. Air brakes it.
import bpy

shell = bpy.context.object.sinew.shell

shell.density = 400.0
shell.young_modulus = 1.5e7
shell.poisson_ratio = 0.3
shell.couple_ratio = 1.0
shell.length_scale = 0.0
shell.bending_scale = 0.1
shell.shear_factor = 0.8333333
shell.rotary_inertia = 0.0
shell.damping = 1.0
shell.material_damping = 0.002
shell.thickness_mm = 0.4
shell.area_law = "LINEAR"
