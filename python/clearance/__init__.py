"""Are two shapes apart, by how much, and where do they touch? One pair or a million a call, with proven bounds.

    >>> import clearance
    >>> table = clearance.box([1.2, 1.6, 0.04])
    >>> mug = clearance.cylinder(radius=0.04, length=0.1)
    >>> round(clearance.distance(table, clearance.Pose(), mug, clearance.Pose([0.4, 0.0, 0.08])), 9)
    0.01

Lengths are in the unit of the input, angles in radians. Poses lead from the local frame to the world. The normal of an
answer points from A to B; a negative distance is an overlap. Questions about pairs are asked in float32 if all arrays of
poses are float32, and in float64 otherwise; all else is float64. Shapes of the plane are of the class ``Shape2``.
"""

from collections.abc import Sequence

from clearance._clearance import *
from clearance._clearance import Shapes
from clearance._clearance import __version__ as __version__

Sequence.register(Shapes)
del Sequence

#: The values of ``Clearance.status``.
UNDECIDED, APART, OVERLAPPING = 0, 1, 2
