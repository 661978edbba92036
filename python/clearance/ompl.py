"""Motion planning with OMPL, where every edge is proven, and the whole path:

    from clearance import ompl                    # pip install ompl
    path = ompl.plan(world, start, goal, fixed={"finger": 0.02}, clearance=0.01, tolerance={"elbow": 0.002})
    proof = world.certificate(path, 0.01)

``StateValidityChecker`` and ``MotionValidator`` are OMPL's, for spaces and planners of one's own. Where neither a proof
nor a contact is found, an edge is not valid.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from ompl import base as ob  # type: ignore[import-untyped, import-not-found, unused-ignore]
from ompl import geometric as og  # type: ignore[import-untyped, import-not-found, unused-ignore]
from ompl import util as ou  # type: ignore[import-untyped, import-not-found, unused-ignore]

from clearance import Path, World

__all__ = ["MotionValidator", "Motions", "NoPlan", "StateValidityChecker", "plan"]

_Floats = NDArray[np.float64]


class NoPlan(RuntimeError):
    """There is no plan, for the reason that it says."""


class Motions:
    """What a planner asks about a world: the joints that it moves, and what has to be proven.

    ``fixed`` are the values of joints that stay. ``clearance`` is kept on all motions, and those too that are within a
    ``tolerance`` (as of ``Path.within``) of each.
    """

    def __init__(
        self,
        world: World,
        fixed: Mapping[str, float] | None = None,
        clearance: float = 0.0,
        tolerance: Mapping[str, float] | Sequence[float] | _Floats | None = None,
    ) -> None:
        self.world, self.clearance, self.tolerance = world, clearance, tolerance
        joints = world.robot.joints
        unknown = set(fixed or {}) - set(joints)
        if unknown:
            raise ValueError(f"fixed: the robot has no joint {min(unknown)!r}")
        self._row = np.zeros(len(joints))
        for name, value in (fixed or {}).items():
            self._row[joints.index(name)] = value
        #: The numbers of the joints that move, in the order in which states have them.
        self.moving = [k for k, name in enumerate(joints) if name not in (fixed or {})]

    def row(self, state: Any) -> _Floats:
        """The configuration of a state, shape (joints,)."""
        row = self._row.copy()
        row[self.moving] = [state[k] for k in range(len(self.moving))]
        return row

    def is_proven(self, rows: Sequence[_Floats]) -> bool:
        """Is it proven that the straight lines between these configurations keep the clearance?"""
        if self.tolerance is None and len(rows) == 2:
            return bool(self.world.prove_edges([rows], self.clearance)[0])
        return self.world.prove(self.path(rows), self.clearance).verdict == "proven"

    def path(self, rows: ArrayLike) -> Path:
        """The straight lines, within the tolerance."""
        path = Path(rows)
        return path if self.tolerance is None else path.within(self.tolerance)


class StateValidityChecker(ob.StateValidityChecker):  # type: ignore[misc, unused-ignore]
    """A state is valid if its configuration is proven to keep the clearance."""

    def __init__(self, space: Any, motions: Motions) -> None:
        super().__init__(space)
        self._motions = motions

    def isValid(self, state: Any) -> bool:
        row = self._motions.row(state)
        if self._motions.clearance == 0 and self._motions.tolerance is None:
            return not self._motions.world.touches(row)
        return self._motions.is_proven([row])


class MotionValidator(ob.MotionValidator):  # type: ignore[misc, unused-ignore]
    """The way from a state to another one is valid if it is proven to keep the clearance, all of it."""

    def __init__(self, space: Any, motions: Motions) -> None:
        super().__init__(space)
        self._motions = motions

    def checkMotion(self, start: Any, end: Any, *_last: Any) -> bool:
        return self._motions.is_proven([self._motions.row(start), self._motions.row(end)])


def plan(
    world: World,
    start: ArrayLike,
    goal: ArrayLike,
    *,
    fixed: Mapping[str, float] | None = None,
    clearance: float = 0.0,
    tolerance: Mapping[str, float] | Sequence[float] | _Floats | None = None,
    planner: Callable[[Any], Any] = og.RRTConnect,
    seconds: float = 10.0,
    simplify: bool = True,
) -> Path:
    """A path from a configuration to another one, of shape (joints,), that is proven to keep the clearance: ``world.prove``
    says so of what is returned, with its tolerance.

    Joints move within their limits, those without limits by half a turn to both sides of where they start. Raises NoPlan
    if an end is not proven to be free, or if the planner finds nothing in so many seconds. ``planner`` makes one of OMPL's
    from its space information.
    """
    motions = Motions(world, fixed, clearance, tolerance)
    ends = [_end(motions, name, row) for name, row in (("start", start), ("goal", goal))]
    space = ob.RealVectorStateSpace(len(motions.moving))
    bounds, limits = ob.RealVectorBounds(len(motions.moving)), world.robot.limits
    for k, joint in enumerate(motions.moving):
        low, high = limits[joint] or (ends[0][k] - math.pi, ends[0][k] + math.pi)
        for name, end in zip(("start", "goal"), ends):
            if not low <= end[k] <= high:
                raise NoPlan(f"{name}: joint {world.robot.joints[joint]!r} is at {end[k]}, not from {low} to {high}")
        bounds.setLow(k, low)
        bounds.setHigh(k, high)
    space.setBounds(bounds)
    ou.setLogLevel(ou.LogLevel.LOG_WARN)
    setup = og.SimpleSetup(space)
    info = setup.getSpaceInformation()
    # OMPL keeps no reference that Python sees.
    checks = StateValidityChecker(info, motions), MotionValidator(info, motions)
    setup.setStateValidityChecker(checks[0])
    info.setMotionValidator(checks[1])
    states = []
    for end in ends:
        state = space.allocState()
        for k, value in enumerate(end):
            state[k] = value
        states.append(state)
    setup.setStartAndGoalStates(*states)
    setup.setPlanner(planner(info))
    setup.solve(seconds)
    if not setup.haveExactSolutionPath():
        raise NoPlan(f"the planner found no path in {seconds} s")
    if simplify:
        setup.simplifySolution()
    path = motions.path([motions.row(state) for state in setup.getSolutionPath().getStates()])
    verdict = world.prove(path, clearance).verdict
    if verdict != "proven":
        raise NoPlan(f"the edges of the path are proven, but the path is {verdict}")
    return path


def _end(motions: Motions, name: str, given: ArrayLike) -> list[float]:
    """The values of the joints that move at an end, which has to be proven."""
    row = np.asarray(given, np.float64)
    if row.shape != motions._row.shape:
        raise ValueError(f"{name}: the shape must be {motions._row.shape}, but is {row.shape}")
    values = [float(row[k]) for k in motions.moving]
    proof = motions.world.prove(motions.path([motions.row(values)]), motions.clearance)
    if proof.verdict != "proven":
        raise NoPlan(f"{name}: the configuration is {proof.verdict} by {proof.pair}")
    return values
