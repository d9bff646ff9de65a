import bpy

rod = bpy.context.object.sinew.rod

rod.density = 1060.0
rod.stretch_stiffness = 1.5e5
rod.cross_section_stiffness = 1e4
rod.scale_gradient_stiffness = 1e5
rod.bend_stiffness = 2e6
rod.twist_stiffness = 2.5e4
rod.surface_bending_stiffness = 1.0
rod.volume_stiffness = 2e6
rod.damping = 0.5
rod.material_damping = 0.01
