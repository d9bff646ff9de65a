"""Numbers as the artist typed them."""


def single_precision(value):
    """Blender stores 0.1 as 0.10000000149; seven digits are all it knows and give 0.1 back."""
    return float(f"{value:.7g}")
