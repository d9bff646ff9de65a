"""The material that rods and muscles share."""


def split(layout):
    layout.use_property_split = True
    layout.use_property_decorate = False  # the dots for keyframes, where nothing can be keyed
    return layout


def numbers(layout):
    """A column for numbers, which have their labels inside: beside them, labels with units are cut in a narrow editor."""
    column = layout.column(align=True)
    column.use_property_split = False
    return column


def draw_material(layout, group):
    numbers(layout).prop(group, "density", text="Density [kg/m³]")
    column = numbers(layout)
    column.prop(group, "stretch_stiffness", text="Stretch [Pa]")
    column.prop(group, "bend_stiffness", text="Bend [Pa]")
    column.prop(group, "twist_stiffness", text="Twist [Pa]")
    column = numbers(layout)
    column.prop(group, "volume_stiffness", text="Volume [Pa]")
    column.prop(group, "cross_section_stiffness", text="Cross Section [Pa]")
    column.prop(group, "scale_gradient_stiffness", text="Evenness [Pa]")
    column.prop(group, "surface_bending_stiffness", text="Smoothness [N]")
    column = numbers(layout)
    column.prop(group, "damping", text="Air Drag [1/s]")
    column.prop(group, "material_damping", text="Inner Damping [s]")
