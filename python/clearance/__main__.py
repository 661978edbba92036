"""``python -m clearance job INPUT OUTPUT``: the jobs of ``clearance.job`` on one machine."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

try:
    from clearance import job
    from clearance.job.example import write_pairs
    from clearance.shape_file import read_shapes
except ImportError as wrong:
    sys.exit(f"clearance: {wrong}")

FORMS = """
the columns of INPUT tell what is asked:
  shape_a, pose_a, shape_b, pose_b          pairs: --shapes, --question
  id, shape, pose                           bodies: all pairs at most --within apart; --shapes, --question
  a column for each joint                   configurations: --robot; do they touch?
  path, row, a column for each joint        paths: --robot; is it proven that they keep --clearance?

A shape is a name or a number of a line of --shapes, a pose a list of 7 numbers (x, y, z, and a quaternion x, y, z, w), 3
or 16. Other columns are kept. Rows without an answer have the reason in the column error. A run that was stopped
goes on where it was: parts that are whole are not asked again.
"""


def main(arguments: list[str] | None = None) -> int:
    """0 if all rows have answers, 1 if rows have errors, 2 for bad input, 130 after an interrupt."""
    given = _parser().parse_args(arguments)
    started = time.monotonic()
    try:
        if given.example:
            write_pairs(Path(given.input), given.example, given.threads)
            return 0
        planned = job.plan(given.input, given.output, _task(given), rows=given.rows)
        done = planned.run(given.threads, _progress if sys.stderr.isatty() else lambda done, parts: None)
    except KeyboardInterrupt:
        print("\nstopped; the parts that are whole stay", file=sys.stderr)
        return 130
    except (ImportError, KeyError, TypeError, ValueError, OSError) as wrong:
        print(f"clearance: {wrong.args[0] if isinstance(wrong, KeyError) else wrong}", file=sys.stderr)
        return 2
    seconds = f"{time.monotonic() - started:.1f} s"
    print(f"{done.rows} rows in {len(done.files)} parts, {done.skipped} of them there before, {seconds}")
    if done.errors:
        print(f"{done.errors} rows have errors: see the column error", file=sys.stderr)
    others = set(planned.output.glob("*.parquet")) - set(done.files)
    if others:
        print(f"{planned.output} has {len(others)} files of other inputs or questions", file=sys.stderr)
    return 1 if done.errors else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m clearance", formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    of_job = commands.add_parser(
        "job", help="Parquet in, Parquet out", epilog=FORMS, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    of_job.add_argument("input", metavar="INPUT", help="a Parquet file, or a folder of them")
    of_job.add_argument("output", metavar="OUTPUT", nargs="?", default="answers", help="a folder")
    of_job.add_argument("--shapes", metavar="FILE", help="JSON lines, a shape a line with its name")
    of_job.add_argument("--question", default="distance", choices=["distance", "intersects", "within", "clearance"])
    of_job.add_argument("--within", metavar="D", type=float, help="a distance")
    of_job.add_argument("--robot", metavar="URDF", type=Path)
    of_job.add_argument("--srdf", metavar="FILE", type=Path)
    of_job.add_argument("--bodies", metavar="FILE", type=Path, help="around the robot: shapes with poses, as --shapes")
    of_job.add_argument("--hulls", action="store_true", help="take the robot's meshes as hulls of their pieces")
    of_job.add_argument("--clearance", metavar="D", type=float, default=0.0)
    of_job.add_argument("--threads", metavar="N", type=int, default=1)
    of_job.add_argument("--rows", metavar="N", type=int, help="of a part, about")
    of_job.add_argument("--example", metavar="N", type=int, help="write N random pairs into INPUT, and ask nothing")
    return parser


def _task(given: argparse.Namespace) -> job.Task:
    """What the columns of the first file ask."""
    names = job.columns(given.input)
    if given.robot:
        robot = job.RobotFiles(given.robot, given.srdf, given.bodies, given.hulls)
        return job.Paths(robot, given.clearance) if "path" in names else job.Configurations(robot)
    if not given.shapes:
        raise ValueError("--shapes or --robot is needed")
    shapes = read_shapes(given.shapes)
    if "shape_a" in names:
        return job.Pairs(shapes, given.question, given.within)
    if "shape" not in names:
        raise ValueError(f"{given.input}: a column shape_a or shape is needed")
    if given.within is None:
        raise ValueError("--within is needed: how far apart may bodies be?")
    return job.Bodies(shapes, given.within, given.question)


def _progress(done: int, parts: int) -> None:
    print(f"\r{done} of {parts} parts", end="\n" if done == parts else "", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
