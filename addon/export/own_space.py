"""Does an object stand at the world's origin for the whole bake?"""


class SpaceWatch:
    """Caches hold world positions; an object that stands elsewhere has to take them into its own
    space."""

    def __init__(self):
        self.at_origin = True

    def look(self, matrix):
        if any(matrix[row][column] != float(row == column) for row in range(4) for column in range(4)):
            self.at_origin = False
