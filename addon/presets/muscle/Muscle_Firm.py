import bpy

muscle = bpy.context.object.sinew.muscle

muscle.density = 1060.0
muscle.stretch_stiffness = 3e6
muscle.cross_section_stiffness = 1e5
muscle.scale_gradient_stiffness = 5e5
muscle.bend_stiffness = 3e7
muscle.twist_stiffness = 2.5e5
muscle.surface_bending_stiffness = 1.0
muscle.volume_stiffness = 3e7
muscle.damping = 0.5
muscle.material_damping = 0.01
muscle.shortening = 0.3
muscle.bundling_stiffness = 3e7
muscle.bundling_matching = "SIMILARITY"
