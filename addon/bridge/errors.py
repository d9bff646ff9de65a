"""The one exception of the bridge."""


class SinewError(Exception):
    """A failure with a sentence that can be shown to an artist as it is."""

    def __init__(self, message, result=None):
        super().__init__(message)
        self.result = result
