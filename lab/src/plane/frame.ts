/** The camera of a panel: from the world to its pixels. In the world y points upwards. */
import { FIRST_ANGLES, Orbit } from "../space/orbit";
import type { Point } from "../state/pair";
import type { Point3 } from "../state/space";

const FRONT = new Orbit(FIRST_ANGLES);

export class Frame {
  constructor(
    readonly width: number,
    readonly height: number,
    readonly center: Point,
    /** Pixels for a unit of length. */
    readonly scale: number,
    /** In 3D: the direction of the eye. */
    readonly orbit: Orbit = FRONT,
  ) {}

  /** A point in 3D to pixels. */
  at3(p: Point3): Point {
    return this.at(this.orbit.flat(p));
  }

  all3(points: readonly Point3[]): Point[] {
    return points.map((p) => this.at3(p));
  }

  /** World to pixels. */
  at(p: Point): Point {
    return [this.width / 2 + (p[0] - this.center[0]) * this.scale, this.height / 2 - (p[1] - this.center[1]) * this.scale];
  }

  all(points: readonly Point[]): Point[] {
    return points.map((p) => this.at(p));
  }

  /** A direction of the world in pixels, of length 1. */
  towards(d: Point): Point {
    const length = Math.hypot(d[0], d[1]) || 1;
    return [d[0] / length, -d[1] / length];
  }

  /** Pixels to world. */
  world(p: Point): Point {
    return [this.center[0] + (p[0] - this.width / 2) / this.scale, this.center[1] - (p[1] - this.height / 2) / this.scale];
  }

  /** A length that leads out of the panel from any point in it. */
  get beyond(): number {
    return 2 * (this.width + this.height);
  }
}

/** The bounding box of points: least x, least y, largest x, largest y. */
export function box(points: readonly Point[]): [number, number, number, number] {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  return x0 <= x1 ? [x0, y0, x1, y1] : [-1, -1, 1, 1];
}
