/**
 * The direction of the eye, by a yaw around z and a pitch above the horizon. The projection is
 * parallel, so a drag in the picture is exactly a motion in its plane.
 */
import { cross, dot, type Point3 } from "../state/space";
import type { Point } from "../state/pair";

export type Angles = readonly [number, number];

/** With these angles boxes show three faces, and no two edges coincide. */
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

  /** Projected to the plane of the picture. */
  flat(p: Point3): Point {
    return [dot(this.right, p), dot(this.up, p)];
  }

  /** The distance towards the eye. */
  near(p: Point3): number {
    return dot(this.towards, p);
  }
}

/** The angles after a drag by this number of pixels. */
export function dragged([yaw, pitch]: Angles, dx: number, dy: number): Angles {
  return [Number((yaw - dx * 0.008).toFixed(3)), Number(Math.max(-1.5, Math.min(1.5, pitch + dy * 0.008)).toFixed(3))];
}
