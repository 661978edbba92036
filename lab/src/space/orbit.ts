/**
 * Where the eye is: it looks at the scene from a yaw around z and a pitch above the horizon, from so
 * far that parallel lines stay parallel. So a drag in the picture is a move in its plane, exactly.
 */
import { cross, dot, type Point3 } from "../state/space";
import type { Point } from "../state/pair";

export type Angles = readonly [number, number];

/** Boxes show three faces, and no two edges fall together. */
export const FIRST_ANGLES: Angles = [0.62, 0.42];

export class Orbit {
  readonly right: Point3;
  readonly up: Point3;
  /** From the scene to the eye. */
  readonly towards: Point3;

  constructor([yaw, pitch]: Angles) {
    const [c, s] = [Math.cos(pitch), Math.sin(pitch)];
    this.towards = [Math.cos(yaw) * c, Math.sin(yaw) * c, s];
    this.right = [-Math.sin(yaw), Math.cos(yaw), 0];
    this.up = cross(this.towards, this.right);
  }

  /** On the plane of the picture. */
  flat(p: Point3): Point {
    return [dot(this.right, p), dot(this.up, p)];
  }

  /** How near to the eye. */
  near(p: Point3): number {
    return dot(this.towards, p);
  }
}

/** Angles after a drag of so many pixels. */
export function dragged([yaw, pitch]: Angles, dx: number, dy: number): Angles {
  return [Number((yaw - dx * 0.008).toFixed(3)), Number(Math.max(-1.5, Math.min(1.5, pitch + dy * 0.008)).toFixed(3))];
}
