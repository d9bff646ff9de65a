import bpy

solid = bpy.context.object.sinew.solid

solid.density = 1000.0
solid.young_modulus = 3000.0
solid.poisson_ratio = 0.45
solid.couple_ratio = 1.0
solid.length_scale = 0.0
solid.alpha = 1.0
solid.beta = 1.0
solid.gamma = 1.0
solid.rotary_inertia = 0.0
solid.damping = 0.05
solid.material_damping = 0.003
solid.law = "NEO_HOOKEAN"
solid.use_fiber_stiffness = False
solid.fiber_bend = 1.0
solid.fiber_twist = 1.0
solid.fiber_across = 0.0
