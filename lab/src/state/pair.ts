/**
 * A pair in the form of a query line: the shapes, their poses and the question. The keys are those of
 * `clearance query`; keys that this page does not use are kept.
 */
import { named, needsPieces } from "./meshes";
import { written } from "./numbers";

export type Point = readonly [number, number];
export type Side = "a" | "b";

/** Shape's frame to world: turn by `angle`, then move by `t`. */
export interface Pose {
  t?: readonly number[];
  angle?: number;
  [key: string]: unknown;
}

export interface Shape {
  kind: string;
  pose?: Pose;
  margin?: number;
  vertices?: readonly (readonly number[])[];
  position?: readonly number[];
  radius?: number;
  radii?: readonly number[];
  half_extents?: readonly number[];
  half_length?: number;
  axis?: string;
  p1?: readonly number[];
  p2?: readonly number[];
  normal?: readonly number[];
  offset?: number;
  [key: string]: unknown;
}

export interface Pair {
  a: Shape;
  b: Shape;
  query?: string;
  margin?: number;
  dim?: number;
  id?: unknown;
  [key: string]: unknown;
}

export function other(side: Side): Side {
  return side === "a" ? "b" : "a";
}

/** The line that `clearance query` reads. */
export function textOf(pair: Pair): string {
  return written(pair);
}

/** The same for the library of the page, with names for meshes. */
export function lineOf(pair: Pair): string {
  return written(named(pair));
}

/** What answers about a pair need: the library of the plane, of space, or that of meshes. */
export type Need = 2 | 3 | "mesh";

export function needOf(pair: Pair): Need {
  return needsPieces(pair) ? "mesh" : dimension(pair) === 3 ? 3 : 2;
}

/** The same pair with another question. */
export function asking(pair: Pair, query: string): string {
  return lineOf({ ...pair, query });
}

/** Does the line ask when two moving shapes touch? */
export function isCast(pair: Pair): boolean {
  return pair.query === "shapecast" || pair.query === "raycast";
}

/** 2 or 3: the value of `dim`, else the number of coordinates of a translation or a vertex. */
export function dimension(pair: Pair): number {
  if (pair.dim === 2 || pair.dim === 3) return pair.dim;
  for (const shape of [pair.a, pair.b]) {
    const list = shape.pose?.t ?? shape.vertices?.[0] ?? shape.half_extents ?? shape.radii ?? shape.position ?? shape.p1 ?? shape.normal;
    if (list) return list.length;
    if (["sphere", "cylinder", "cone", "ellipsoid", "facet", "half-space"].includes(shape.kind)) return 3;
  }
  return 2;
}

export function translation(shape: Shape): Point {
  const t = shape.pose?.t;
  return [t?.[0] ?? 0, t?.[1] ?? 0];
}

export function angleOf(shape: Shape): number {
  return shape.pose?.angle ?? 0;
}

/** For drawing and dragging: a point of the shape's frame in the world. */
export function toWorld(shape: Shape, p: readonly number[]): Point {
  const [x, y] = turned(p, angleOf(shape));
  const t = translation(shape);
  return [x + t[0], y + t[1]];
}

/** For dragging: a point of the world in the shape's frame. */
export function toLocal(shape: Shape, p: Point): Point {
  const t = translation(shape);
  return turned([p[0] - t[0], p[1] - t[1]], -angleOf(shape));
}

export function turned(p: readonly number[], angle: number): Point {
  const [x, y] = [p[0] ?? 0, p[1] ?? 0];
  if (angle === 0) return [x, y];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x - s * y, s * x + c * y];
}

/** The pair with changes to one shape. */
export function withShape(pair: Pair, side: Side, change: Partial<Shape>): Pair {
  return { ...pair, [side]: { ...pair[side], ...change } };
}

/** The pair with one body moved so that its frame's origin is at `t`. */
export function movedTo(pair: Pair, side: Side, t: Point): Pair {
  return withShape(pair, side, { pose: { ...pair[side].pose, t } });
}

/** The pair with one body rotated to `angle`. */
export function turnedTo(pair: Pair, side: Side, angle: number): Pair {
  return withShape(pair, side, { pose: { t: translation(pair[side]), ...pair[side].pose, angle } });
}
