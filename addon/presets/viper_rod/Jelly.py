import bpy

rod = bpy.context.object.sinew.rod

rod.density = 1000.0
rod.stretch_stiffness = 2e4
rod.cross_section_stiffness = 2e3
rod.scale_gradient_stiffness = 1e4
rod.bend_stiffness = 5e5
rod.twist_stiffness = 5e3
rod.surface_bending_stiffness = 0.1
rod.volume_stiffness = 5e5
rod.damping = 0.2
rod.material_damping = 0.01
