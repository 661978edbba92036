/**
 * Poses and vectors in 3D, for drawing and dragging. The library computes; this only places its
 * results.
 */
import { withShape, type Pair, type Shape, type Side } from "./pair";

export type Point3 = readonly [number, number, number];
/** x, y, z, w. */
export type Quaternion = readonly [number, number, number, number];

export function point3(v: readonly number[] | null | undefined): Point3 {
  return [v?.[0] ?? 0, v?.[1] ?? 0, v?.[2] ?? 0];
}

export function add(p: Point3, q: Point3, times = 1): Point3 {
  return [p[0] + times * q[0], p[1] + times * q[1], p[2] + times * q[2]];
}

export function dot(p: Point3, q: Point3): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

export function cross(p: Point3, q: Point3): Point3 {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

export function about(axis: Point3, angle: number): Quaternion {
  const length = Math.hypot(...axis) || 1;
  const s = Math.sin(angle / 2) / length;
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
}

export function times(p: Quaternion, q: Quaternion): Quaternion {
  const [px, py, pz, pw] = p;
  const [qx, qy, qz, qw] = q;
  return [
    pw * qx + px * qw + py * qz - pz * qy,
    pw * qy - px * qz + py * qw + pz * qx,
    pw * qz + px * qy - py * qx + pz * qw,
    pw * qw - px * qx - py * qy - pz * qz,
  ];
}

const AXES: Record<string, Point3> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** The rotation of a shape's pose, from any form that a line may have. */
export function rotation(shape: Shape): Quaternion {
  const pose = shape.pose ?? {};
  const { q, rpy, axis, angle } = pose as { q?: number[]; rpy?: number[]; axis?: string | number[]; angle?: number };
  if (q?.length === 4) {
    const length = Math.hypot(...q) || 1;
    return [(q[0] ?? 0) / length, (q[1] ?? 0) / length, (q[2] ?? 0) / length, (q[3] ?? 1) / length];
  }
  if (rpy) {
    const [roll = 0, pitch = 0, yaw = 0] = rpy;
    return times(about([0, 0, 1], yaw), times(about([0, 1, 0], pitch), about([1, 0, 0], roll)));
  }
  if (axis !== undefined) return about(typeof axis === "string" ? (AXES[axis] ?? [0, 0, 1]) : point3(axis), angle ?? 0);
  return [0, 0, 0, 1];
}

export function rotated(q: Quaternion, v: Point3): Point3 {
  const u: Point3 = [q[0], q[1], q[2]];
  const t = cross(u, v);
  const twice: Point3 = [2 * t[0], 2 * t[1], 2 * t[2]];
  return add(add(v, twice, q[3]), cross(u, twice));
}

export function translation3(shape: Shape): Point3 {
  return point3(shape.pose?.t);
}

/** The pair with one body moved; its rotation keeps its form. */
export function movedTo3(pair: Pair, side: Side, t: Point3): Pair {
  return withShape(pair, side, { pose: { ...pair[side].pose, t } });
}

/** The pair with one body rotated around an axis through `middle`. */
export function turned3(pair: Pair, side: Side, axis: Point3, angle: number, middle: Point3): Pair {
  const shape = pair[side];
  const turn = about(axis, angle);
  const q = times(turn, rotation(shape)).map((x) => Number(x.toFixed(6)));
  const t = add(middle, rotated(turn, add(translation3(shape), middle, -1))).map((x) => Number(x.toFixed(6)));
  return withShape(pair, side, { pose: { t, q } });
}
