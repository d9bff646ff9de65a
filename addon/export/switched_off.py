"""Objects that the artist has switched off in the list of collections, but that are in the scene still."""


def switched_off_notes(scene, objects, what):
    """Sentences about `objects` that no view layer draws or renders. `what` they do nevertheless."""
    shown = {obj for layer in scene.view_layers for obj in layer.objects}
    return [
        f"'{obj.name}' {what}, although its collection is excluded from every view layer. Delete it, or take its Sinew "
        "physics off, if you do not want this."
        for obj in objects
        if obj not in shown
    ]
