import bpy

solid = bpy.context.object.sinew.solid

solid.density = 600.0
solid.young_modulus = 1e9
solid.poisson_ratio = 0.3
solid.couple_ratio = 1.0
solid.length_scale = 0.01
solid.alpha = 1.0
solid.beta = 1.0
solid.gamma = 1.0
solid.rotary_inertia = 0.0
solid.damping = 0.2
solid.material_damping = 0.0005
solid.law = "NEO_HOOKEAN"
solid.use_fiber_stiffness = True
solid.fiber_bend = 10.0
solid.fiber_twist = 1.0
solid.fiber_across = 0.1
