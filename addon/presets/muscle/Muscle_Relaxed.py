import bpy

muscle = bpy.context.object.sinew.muscle

muscle.density = 1060.0
muscle.stretch_stiffness = 2e5
muscle.cross_section_stiffness = 1e4
muscle.scale_gradient_stiffness = 1e5
muscle.bend_stiffness = 4e6
muscle.twist_stiffness = 2.5e4
muscle.surface_bending_stiffness = 0.5
muscle.volume_stiffness = 4e6
muscle.damping = 0.5
muscle.material_damping = 0.01
muscle.shortening = 0.3
muscle.bundling_stiffness = 2e6
muscle.bundling_matching = "SIMILARITY"
