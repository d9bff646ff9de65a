# Beech: 700 kg/m³. Wood rubs on wood with about 0.4.
import bpy

rigid = bpy.context.object.sinew.rigid

rigid.density = 700.0
rigid.mass = 0.0
rigid.wall_thickness_mm = 0.0
rigid.damping = 0.0
rigid.friction = 0.4
rigid.sliding_friction = 1.0
