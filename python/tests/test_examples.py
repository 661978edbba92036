"""The examples run, and what they show is so."""

import runpy
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parents[1] / "examples"


def test_examples_are_short_and_each_has_a_test():
    examples = sorted(FOLDER.glob("*.py"))
    assert [example.name for example in examples] == ["balls.py"]
    assert all(len(example.read_text("utf-8").splitlines()) <= 100 for example in examples)


def test_balls_come_to_rest_in_their_bin(capsys):
    balls = runpy.run_path(str(FOLDER / "balls.py"))
    radius, half = balls["RADIUS"], balls["HALF"]
    places, velocity, step = balls["run"](300)
    assert places.shape == (1000, 3) and "frame 240: " in capsys.readouterr().out
    # They have spread over the bottom, and none is in a side or another ball by more than a little.
    assert half - 1.1 * radius < np.abs(places[:, :2]).max() < half - 0.9 * radius
    assert places[:, 2].min() > 0.9 * radius and places[:, 2].mean() < 4 * radius
    assert 2000 < len(step) < 6000 and np.nanmin(step.separation) > -0.2 * radius
    # What falls by half a metre is as fast as 3 m/s.
    assert np.sqrt((velocity**2).sum(axis=1).mean()) < 0.2


def test_balls_move_alike_on_all_threads():
    run = runpy.run_path(str(FOLDER / "balls.py"))["run"]
    np.testing.assert_array_equal(run(40)[0], run(40, threads=2)[0])
