# Office paper of 80 g/m², 0.1 mm thick. Stiffness of copy paper lies between 2 and 6 GPa, along and across the machine
# (Alava and Niskanen 2006, The physics of paper); air brakes a sheet so light.
import bpy

shell = bpy.context.object.sinew.shell

shell.density = 800.0
shell.young_modulus = 3e9
shell.poisson_ratio = 0.3
shell.couple_ratio = 1.0
shell.length_scale = 0.0
shell.bending_scale = 1.0
shell.shear_factor = 0.8333333
shell.rotary_inertia = 0.0
shell.damping = 2.0
shell.material_damping = 0.001
shell.thickness_mm = 0.1
shell.area_law = "LINEAR"
