"""A finer mesh that plays the bake of a shell in its place. The shell remembers it, also when another one is chosen later."""

from . import own_mesh


def attach(shell, rider, filepath, scene):
    detach(shell, but=rider)
    if rider is None:
        return  # deleted while the solver ran
    own_mesh.attach(rider, None, filepath, scene)
    if shell.sinew.shell.playing_rider != rider:
        shell.sinew.shell.playing_rider = rider
        shell.hide_render = True


def detach(shell, but=None):
    rider = shell.sinew.shell.playing_rider
    if rider is None or rider == but:
        return
    own_mesh.detach(rider)
    shell.sinew.shell.playing_rider = None
    shell.hide_render = False
