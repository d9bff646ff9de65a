# Granite: 2700 kg/m³. Masonry holds up to a slope of 30° or more, which is a friction of 0.6.
import bpy

rigid = bpy.context.object.sinew.rigid

rigid.density = 2700.0
rigid.mass = 0.0
rigid.wall_thickness_mm = 0.0
rigid.damping = 0.0
rigid.friction = 0.6
rigid.sliding_friction = 1.0
