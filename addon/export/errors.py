"""Why a scene cannot be exported, in a sentence for the artist."""


class ExportError(Exception):
    """Names the object, what is wrong with it and what to do."""
