/** The camera that shows both bodies, their difference and O, from any direction. */
import type { Solids } from "../engine/types";
import type { Camera } from "../state/link";
import { add, type Point3 } from "../state/space";
import type { Point } from "../state/pair";
import { Orbit, type Angles } from "./orbit";

interface Ball {
  middle: Point3;
  radius: number;
}

export function wholeSpace(solids: Solids, angles: Angles, [width, height]: Point): Camera {
  const left = ball([...solids.a.vertices, ...solids.b.vertices]);
  const right = ball([...(solids.difference?.vertices ?? []), [0, 0, 0]]);
  const least = Math.min(width, height);
  // The span is the same for all directions, so that rotating the camera does not zoom.
  const span = (2 * Math.max(left.radius, right.radius, 1e-9) * least) / Math.max(1, Math.min(width, height) * 0.86);
  const orbit = new Orbit(angles);
  const flat = (b: Ball): Point => {
    const [x, y] = orbit.flat(b.middle);
    return [Number(x.toPrecision(6)), Number(y.toPrecision(6))];
  };
  return { span: Number(span.toPrecision(4)), shapes: flat(left), difference: flat(right), orbit: angles };
}

function ball(points: readonly Point3[]): Ball {
  const low = [0, 1, 2].map((k) => Math.min(...points.map((p) => p[k] ?? 0)));
  const high = [0, 1, 2].map((k) => Math.max(...points.map((p) => p[k] ?? 0)));
  const middle = low.map((x, k) => (x + (high[k] ?? x)) / 2) as unknown as Point3;
  return { middle, radius: Math.max(...points.map((p) => Math.hypot(...add(p, middle, -1)))) };
}
