import bpy

muscle = bpy.context.object.sinew.muscle

muscle.density = 1120.0
muscle.stretch_stiffness = 2e7
muscle.cross_section_stiffness = 2e6
muscle.scale_gradient_stiffness = 1e6
muscle.bend_stiffness = 2e7
muscle.twist_stiffness = 1e5
muscle.surface_bending_stiffness = 1.0
muscle.volume_stiffness = 2e7
muscle.damping = 0.5
muscle.material_damping = 0.005
muscle.shortening = 0.0
muscle.bundling_stiffness = 2e6
muscle.bundling_matching = "RIGID"
