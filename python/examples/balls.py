"""A thousand balls fall into a bin. NumPy moves them; the scene tells which of them touch, and where.

A frame is four columns: velocities and places of all bodies, and handles and patches of those that touch. No loop of Python
looks at a single body. Impulses along the normals are found by Jacobi's method, a fixed number of rounds.

    python balls.py
"""

import numpy as np

import clearance

COUNT, RADIUS, HALF = 1000, 0.1, 2.0
TIME = 1 / 120
GRAVITY = np.array([0.0, 0.0, -9.81])
#: Balls may rest in each other by so much, and are parted from more.
SLOP = 0.02 * RADIUS
ROUNDS, RELAXED = 12, 0.35


def bin_with_balls():
    """A scene, and the places of its bodies, of which the first five are the sides and the bottom of the bin."""
    scene = clearance.Scene()
    for side in ([1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]):
        scene.add(f"side {side}", clearance.half_space(side, -HALF), fixed=True)
    scene.add("bottom", clearance.half_space([0, 0, 1]), fixed=True)
    places = np.stack(np.meshgrid(*[np.arange(10.0)] * 3), -1).reshape(COUNT, 3) - [4.5, 4.5, -1.0]
    places = 1.8 * RADIUS * places + np.random.default_rng(1).uniform(-0.1, 0.1, (COUNT, 3)) * RADIUS
    scene.add_all("ball", clearance.sphere(RADIUS), places)
    return scene, np.concatenate([np.zeros((5, 3)), places])


def solve(step, bodies, velocity, inverse_mass):
    """Changes velocities by impulses, so that what touches does not come nearer."""
    a, b = np.searchsorted(bodies, step.a), np.searchsorted(bodies, step.b)
    # Of balls a patch is one point. A gap may be closed in this frame, and some of an overlap is opened.
    gap = step.separation[:, 0]
    least = np.where(gap > 0, -gap, np.minimum(0.2 * np.maximum(-gap - SLOP, 0), 0.02 * RADIUS)) / TIME
    weight = inverse_mass[a] + inverse_mass[b]
    impulse = np.zeros(len(gap))
    for _ in range(ROUNDS):
        speed = np.einsum("ij,ij->i", velocity[b] - velocity[a], step.normal)
        new = np.maximum(impulse + RELAXED * (least - speed) / weight, 0)
        push = (new - impulse)[:, np.newaxis] * step.normal
        np.add.at(velocity, a, -push * inverse_mass[a, np.newaxis])
        np.add.at(velocity, b, push * inverse_mass[b, np.newaxis])
        impulse = new


def run(frames=360, threads=1):
    """The places of the balls after so many frames, their velocities, and the last step."""
    scene, places = bin_with_balls()
    bodies = scene.handles
    inverse_mass = np.where(np.arange(len(bodies)) < 5, 0.0, 1.0)
    moves = inverse_mass > 0
    velocity = np.zeros_like(places)
    for frame in range(frames):
        velocity[moves] += GRAVITY * TIME
        step = scene.step(0.02 * RADIUS, threads=threads)
        solve(step, bodies, velocity, inverse_mass)
        places += velocity * TIME
        scene.place(bodies[moves], places[moves])
        if frame % 60 == 0:
            speed = np.linalg.norm(velocity, axis=1).max()
            print(f"frame {frame}: {len(step)} contacts, {len(step.began)} began, the fastest at {speed:.2f}")
    return places[moves], velocity[moves], step


if __name__ == "__main__":
    run()
