/**
 * The handles of a body in 3D: it is moved in the plane of the picture, and rotated around the
 * direction to the eye.
 */
import { middleOf } from "../draw/solid";
import type { Solid } from "../engine/types";
import type { Frame } from "../plane/frame";
import { snapped, type Handle } from "../plane/handles";
import { shownVector } from "../state/numbers";
import type { Pair, Point, Side } from "../state/pair";
import { add, movedTo3, translation3, turned3, type Point3 } from "../state/space";

/** The distance from the centre of a body to the handle that rotates it, in pixels. */
const LEVER = 74;

export function gripsOf3(pair: Pair, side: Side, solid: Solid, frame: Frame, change: (pair: Pair) => void): Handle[] {
  const middle = middleOf(solid.vertices);
  const at = frame.orbit.flat(middle);
  const name = side.toUpperCase();
  const turn = (angle: number): void => { change(turned3(pair, side, frame.orbit.towards, angle, middle)); };
  const lever = LEVER / frame.scale;
  return [
    {
      id: `${side}-body`,
      label: `Body ${name}, at ${shownVector(translation3(pair[side]))}. Arrow keys move it in the plane of the picture, R turns it.`,
      at,
      look: side,
      shape: "body",
      drag: (to, q) => { change(moved3(pair, side, frame, [to[0] - at[0], to[1] - at[1]], q)); },
      turn,
    },
    {
      id: `${side}-turn`,
      label: `Turn of ${name}. R turns it about the way to the eye.`,
      at: [at[0], at[1] + lever],
      look: side,
      shape: "turn",
      drag: (to) => { turn(snapped((at[0] - to[0]) / lever, 0.01)); },
      grab: () => (to) => { turn(snapped(Math.atan2(to[1] - at[1], to[0] - at[0]) - Math.PI / 2, 0.01)); },
      turn,
    },
  ];
}

/** Moved by a step in the plane of the picture. */
export function moved3(pair: Pair, side: Side, { orbit }: Frame, [x, y]: Point, quantum: number): Pair {
  const to = add(add(translation3(pair[side]), orbit.right, x), orbit.up, y);
  return movedTo3(pair, side, to.map((v) => snapped(v, quantum)) as unknown as Point3);
}
