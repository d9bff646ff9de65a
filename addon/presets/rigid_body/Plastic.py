# ABS: 1050 kg/m³, about 0.3 on itself.
import bpy

rigid = bpy.context.object.sinew.rigid

rigid.density = 1050.0
rigid.mass = 0.0
rigid.wall_thickness_mm = 0.0
rigid.damping = 0.0
rigid.friction = 0.3
rigid.sliding_friction = 1.0
