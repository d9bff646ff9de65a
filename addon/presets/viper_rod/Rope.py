import bpy

rod = bpy.context.object.sinew.rod

rod.density = 900.0
rod.stretch_stiffness = 1e8
rod.cross_section_stiffness = 1e7
rod.scale_gradient_stiffness = 1e7
rod.bend_stiffness = 1e7
rod.twist_stiffness = 1e4
rod.surface_bending_stiffness = 10.0
rod.volume_stiffness = 1e7
rod.damping = 0.5
rod.material_damping = 0.002
