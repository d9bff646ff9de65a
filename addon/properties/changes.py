"""Remembers which settings were changed since the last bake, so that a panel can say so without
computing."""

_SEPARATOR = ", "


def note(label):
    """An update callback for the setting with this label. Its owner (object or scene) keeps the
    list."""

    def update(group, _context):
        owner = group.id_data.sinew
        labels = names(owner)
        if label not in labels:
            owner.changed_settings = _SEPARATOR.join((*labels, label))

    return update


def names(owner):
    return [label for label in owner.changed_settings.split(_SEPARATOR) if label]


def forget(owner):
    owner.changed_settings = ""
