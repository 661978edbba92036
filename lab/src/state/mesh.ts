/**
 * Mesh files as shapes of a pair: the mesh itself, or its hull, at the position of the shape before it.
 *
 * Files of one assembly have one frame. So beside a mesh from a file, the next one gets the same scale
 * and the same pose: both have the relation that they have in their files.
 *
 * Else files have various units. A mesh that is much larger or smaller than the other shape is scaled by a
 * power of two, which does not change the digits of its coordinates, and the page shows the factor.
 */
import type { MeshFile } from "../engine/types";
import { other, type Pair, type Pose, type Shape, type Side } from "./pair";
import { add, point3, rotated, rotation, translation3, type Point3 } from "./space";

/** A mesh is scaled if it is larger or smaller than the other shape by more than this factor. */
const UNLIKE = 8;
/** The size that is assumed for an unbounded shape. */
const USUAL = 2;
/** Of a mesh with more triangles, the hull is shown: all of them are drawn in each frame of a drag. */
const MOST_TRIANGLES = 20_000;

export interface Taken {
  pair: Pair;
  /** The exponent of the power of two by which all lengths were multiplied. */
  power: number;
  /** The mesh and its hull, without a pose; one of them is in the pair. */
  mesh: Shape;
  hull: Shape;
}

/** The frame of the files of an assembly in the world. */
export interface FileFrame {
  power: number;
  pose: Pose;
}

/** `beside` is the frame of the other shape, if it is from a file. */
export function withMesh(pair: Pair, side: Side, file: MeshFile, beside: FileFrame | null = null): Taken {
  const { power, pose } = beside ?? placed(pair, side, file);
  const [mesh, hull] = [meshOf(file, power), hullOf(file, power)];
  const shape = isLarge(file) ? hull : mesh;
  return { pair: { ...pair, dim: 3, [side]: { ...shape, pose } }, power, mesh, hull };
}

function placed(pair: Pair, side: Side, { vertices }: MeshFile): FileFrame {
  const [low, high] = box(vertices);
  const ratio = size(low, high) / sizeOf(pair[other(side)]);
  const power = ratio > UNLIKE || (ratio > 0 && ratio < 1 / UNLIKE) ? -Math.round(Math.log2(ratio)) : 0;
  const scale = 2 ** power;
  const middle = point3(low.map((x, i) => (scale * (x + (high[i] ?? 0))) / 2));
  return { power, pose: { t: add(middleOf(pair[side]), middle, -1).map((x) => Number(x.toPrecision(6)) + 0) } };
}

function isLarge({ triangles }: MeshFile): boolean {
  return triangles.length > MOST_TRIANGLES;
}

function meshOf({ vertices, triangles, isSolid }: MeshFile, power: number): Shape {
  return { kind: isSolid ? "solid" : "mesh", vertices: scaled(vertices, power), triangles };
}

function hullOf({ hull }: MeshFile, power: number): Shape {
  return { kind: "hull", vertices: scaled(hull, power) };
}

function scaled(vertices: readonly Point3[], power: number): number[][] {
  return vertices.map((v) => v.map((x) => x * 2 ** power));
}

function box(points: readonly (readonly number[])[]): [Point3, Point3] {
  const ends = (pick: (...x: number[]) => number): Point3 => point3([0, 1, 2].map((i) => points.reduce((end, p) => pick(end, p[i] ?? 0), points[0]?.[i] ?? 0)));
  return [ends(Math.min), ends(Math.max)];
}

function size(low: Point3, high: Point3): number {
  return Math.max(...high.map((x, i) => x - (low[i] ?? 0)));
}

/** The approximate size of a shape of any kind except half-spaces, which are unbounded. */
function sizeOf(shape: Shape): number {
  if (shape.vertices) return size(...box(shape.vertices)) || USUAL;
  const lengths = [shape.half_extents, shape.radii, shape.radius, shape["half_height"], shape.half_length].flat().filter((x): x is number => typeof x === "number");
  return 2 * Math.max(0, ...lengths) || USUAL;
}

/** The centre of a shape in the world, where another shape will be placed. */
function middleOf(shape: Shape): Point3 {
  if (!shape.vertices) return translation3(shape);
  const [low, high] = box(shape.vertices);
  return add(translation3(shape), rotated(rotation(shape), point3(low.map((x, i) => (x + (high[i] ?? 0)) / 2))));
}

/** The message about a file that was read; `beside`: the other shape is from a file, too. */
export function noteOf(name: string, side: Side, file: MeshFile, power: number, beside = false): string {
  const { triangles, hull, corners, parts, isFlat, missing, report, warnings } = file;
  const count = (n: number): string => n.toLocaleString("en");
  const of = parts > 1 ? `, its ${count(parts)} parts together` : "";
  const kept = corners > hull.length ? `, of which the ${count(hull.length)} are shown that stand out the farthest` : "";
  const is = isLarge(file)
    ? [`${side.toUpperCase()} is the hull of ${name}${of}: ${count(corners)} corners${kept}. The mesh has ${count(triangles.length)} triangles, and the page draws at most ${count(MOST_TRIANGLES)}.`]
    : [`${side.toUpperCase()} is ${name}${of}: ${count(triangles.length)} ${triangles.length === 1 ? "triangle" : "triangles"}.`, report];
  return [
    ...is,
    ...(beside ? [`Its place relative to ${other(side).toUpperCase()} is that of the files.`] : []),
    ...(isFlat ? ["All points of the file lie in a plane."] : []),
    ...(missing === null ? [] : [`The mesh has dents: ${(100 * missing).toFixed(1)} % of its hull are not in it.`]),
    ...(power === 0 ? [] : [`All lengths are ${power > 0 ? "multiplied" : "divided"} by ${count(2 ** Math.abs(power))}.`]),
    ...warnings.map((w) => `${w.charAt(0).toUpperCase()}${w.slice(1)}${/[.?!]$/.test(w) ? "" : "."}`),
  ].join(" ");
}
