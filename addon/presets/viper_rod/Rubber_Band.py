import bpy

rod = bpy.context.object.sinew.rod

rod.density = 1100.0
rod.stretch_stiffness = 1e6
rod.cross_section_stiffness = 1e4
rod.scale_gradient_stiffness = 1e6
rod.bend_stiffness = 1e7
rod.twist_stiffness = 2.5e5
rod.surface_bending_stiffness = 1.0
rod.volume_stiffness = 1e7
rod.damping = 0.05
rod.material_damping = 0.001
