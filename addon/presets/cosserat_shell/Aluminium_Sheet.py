# Half a millimetre of sheet aluminium: 70 GPa, 0.33 and 2700 kg/m³ are in every table (EN AW-1050). It springs back:
# there is no lasting dent in this model.
import bpy

shell = bpy.context.object.sinew.shell

shell.density = 2700.0
shell.young_modulus = 7e10
shell.poisson_ratio = 0.33
shell.couple_ratio = 1.0
shell.length_scale = 0.0
shell.bending_scale = 1.0
shell.shear_factor = 0.8333333
shell.rotary_inertia = 0.0
shell.damping = 0.1
shell.material_damping = 0.0001
shell.thickness_mm = 0.5
shell.area_law = "LINEAR"
