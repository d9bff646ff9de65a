# A canister of polyethylene: 950 kg/m³, a wall of 2 mm, slippery.
import bpy

rigid = bpy.context.object.sinew.rigid

rigid.density = 950.0
rigid.mass = 0.0
rigid.wall_thickness_mm = 2.0
rigid.damping = 0.0
rigid.friction = 0.2
rigid.sliding_friction = 1.0
