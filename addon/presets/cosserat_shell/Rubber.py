# Soft vulcanised natural rubber, 1 mm: 1 to 5 MPa and hardly any change of volume (Treloar, The physics of rubber
# elasticity). Stretches a lot, hence the nonlinear area term.
import bpy

shell = bpy.context.object.sinew.shell

shell.density = 1000.0
shell.young_modulus = 2e6
shell.poisson_ratio = 0.5
shell.couple_ratio = 1.0
shell.length_scale = 0.0
shell.bending_scale = 1.0
shell.shear_factor = 0.8333333
shell.rotary_inertia = 0.0
shell.damping = 0.2
shell.material_damping = 0.003
shell.thickness_mm = 1.0
shell.area_law = "NONLINEAR"
