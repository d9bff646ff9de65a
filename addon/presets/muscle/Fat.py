import bpy

muscle = bpy.context.object.sinew.muscle

muscle.density = 920.0
muscle.stretch_stiffness = 1e4
muscle.cross_section_stiffness = 2e3
muscle.scale_gradient_stiffness = 1e4
muscle.bend_stiffness = 5e5
muscle.twist_stiffness = 1e3
muscle.surface_bending_stiffness = 0.1
muscle.volume_stiffness = 5e5
muscle.damping = 0.5
muscle.material_damping = 0.03
muscle.shortening = 0.0
muscle.bundling_stiffness = 5e3
muscle.bundling_matching = "SIMILARITY"
