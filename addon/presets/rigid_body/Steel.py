# 7850 kg/m³. Dry steel on steel rubs with about 0.6, a little grease makes it 0.2; this is clean, not dry.
import bpy

rigid = bpy.context.object.sinew.rigid

rigid.density = 7850.0
rigid.mass = 0.0
rigid.wall_thickness_mm = 0.0
rigid.damping = 0.0
rigid.friction = 0.4
rigid.sliding_friction = 1.0
