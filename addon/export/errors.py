"""What an export says to the artist: refusals and notes, with what cures them."""


class Note(str):
    """A sentence that also knows its object, the vertices where its cause is, and the fixes (keys of operators.fixes) that cure
    it. Everywhere else it is plain text."""

    def __new__(cls, text, fixes=(), vertices=(), object_name=""):
        note = super().__new__(cls, text)
        note.fixes, note.vertices, note.object_name = tuple(fixes), tuple(vertices), object_name
        return note


def note_of(sentence, object_name=""):
    """The sentence as a Note; the object is filled in where the sentence has none."""
    fixes, vertices = getattr(sentence, "fixes", ()), getattr(sentence, "vertices", ())
    return Note(sentence, fixes, vertices, getattr(sentence, "object_name", "") or object_name)


class ExportError(Exception):
    """Names the object, what is wrong with it and what to do."""

    def __init__(self, text, fixes=(), vertices=()):
        super().__init__(text)
        self.fixes, self.vertices = fixes, vertices
        self.object_name = ""

    def note(self):
        return Note(str(self), self.fixes, self.vertices, self.object_name)
