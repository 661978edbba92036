/** The surfaces that the library hands out as columns, as solids in the world. */
import type { Pair, Shape } from "../state/pair";
import { point3, type Point3 } from "../state/space";
import type { Full } from "./full";
import type { GaussMap, GaussMaps, Solid, Solids } from "./types";

/** A rotation's columns and a translation: from a frame to the world. */
export class Placement {
  constructor(private readonly m: Float64Array) {}

  direction(v: readonly number[]): Point3 {
    const [x = 0, y = 0, z = 0] = v;
    const at = (i: number): number => (this.m[i] ?? 0) * x + (this.m[3 + i] ?? 0) * y + (this.m[6 + i] ?? 0) * z;
    return [at(0), at(1), at(2)];
  }

  /** A direction of the world in the frame. */
  back(v: Point3): Point3 {
    const at = (i: number): number => (this.m[i] ?? 0) * v[0] + (this.m[i + 1] ?? 0) * v[1] + (this.m[i + 2] ?? 0) * v[2];
    return [at(0), at(3), at(6)];
  }

  point(v: readonly number[]): Point3 {
    const [x, y, z] = this.direction(v);
    return [x + (this.m[9] ?? 0), y + (this.m[10] ?? 0), z + (this.m[11] ?? 0)];
  }
}

export function placement(wasm: Full, line: string, side: "a" | "b"): Placement {
  return new Placement(wasm.pose(line, side));
}

/** Kinds that have corners and edges. */
const EDGED = ["point", "segment", "triangle", "box", "hull", "facet"];

export function solidsOf(wasm: Full, line: string): Solids {
  const pair = JSON.parse(line) as Pair;
  const [a, b] = [placement(wasm, line, "a"), placement(wasm, line, "b")];
  const round = (shape: Shape): boolean => !EDGED.includes(shape.kind) || (shape.margin ?? 0) > 0;
  const [roundA, roundB] = [round(pair.a), round(pair.b)];
  return { a: body(wasm, line, "a", a, roundA), b: body(wasm, line, "b", b, roundB), difference: difference(wasm, line, a, roundA || roundB) };
}

function body(wasm: Full, line: string, side: "a" | "b", place: Placement, curved: boolean): Solid {
  const surface = wasm.surface(line, side, true);
  const { points, starts, corners, edges } = surface;
  surface.free();
  return {
    vertices: pointsOf(points).map((p) => place.point(p)),
    faces: outlines(starts, corners),
    edges: curved ? [] : pairs(edges),
    curved,
  };
}

/** Null where it is not built: of flat shapes and half-spaces. */
function difference(wasm: Full, line: string, place: Placement, curved: boolean): Solids["difference"] {
  try {
    const combined = wasm.combined(line, "difference");
    const { points, from, starts, corners } = combined;
    combined.free();
    const faces = outlines(starts, corners);
    return { vertices: pointsOf(points).map((p) => place.direction(p)), faces, edges: curved ? [] : edgesOf(faces), curved, from: pairs(from) };
  } catch {
    return null;
  }
}

function pointsOf(list: Float64Array): Point3[] {
  return Array.from({ length: list.length / 3 }, (_, i) => point3([...list.subarray(3 * i, 3 * i + 3)]));
}

/** Outline f is corners[starts[f]] up to corners[starts[f + 1]]. */
function outlines(starts: Uint32Array, corners: Uint32Array): number[][] {
  return Array.from({ length: Math.max(0, starts.length - 1) }, (_, f) => [...corners.subarray(starts[f], starts[f + 1])]);
}

function pairs(list: Uint32Array): [number, number][] {
  return Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i] ?? 0, list[2 * i + 1] ?? 0]);
}

/** Each edge once, from the outlines that share it. */
function edgesOf(faces: readonly number[][]): [number, number][] {
  return faces.flatMap((f) => f.map((u, k): [number, number] => [u, f[(k + 1) % f.length] ?? u])).filter(([u, v]) => u < v);
}

/** Null where the library says that there are no maps: of flat and of round bodies. */
export function gaussMaps(wasm: Full, line: string): GaussMaps | null {
  const solids = solidsOf(wasm, line);
  if (solids.a.curved || solids.b.curved || !solids.difference) return null;
  const [a, b] = [placement(wasm, line, "a"), placement(wasm, line, "b")];
  const combined = wasm.combined(line, "difference");
  const { normals, offsets, features } = combined;
  combined.free();
  const sides = pointsOf(normals).map((n, i) => {
    const [ofA, ofB] = [features[6 * i], features[6 * i + 3]];
    const kind = ofA === 2 ? ("a" as const) : ofB === 2 ? ("b" as const) : ("crossing" as const);
    return { normal: a.direction(n), overlap: offsets[i] ?? 0, kind };
  });
  return { a: map(wasm, line, "a", a, 1), b: map(wasm, line, "b", b, -1), sides };
}

function map(wasm: Full, line: string, side: "a" | "b", place: Placement, sign: 1 | -1): GaussMap {
  const surface = wasm.surface(line, side, false);
  const { normals, arcs } = surface;
  surface.free();
  return { points: pointsOf(normals).map((n) => place.direction(n.map((x) => sign * x))), arcs: pairs(arcs) };
}
