/** Surfaces from the library's columns, as solids in the world. */
import type { Pair, Shape, Side } from "../state/pair";
import type { Point3 } from "../state/space";
import { pointsOf } from "./columns";
import { Memo } from "./memo";
import type { Space } from "./space";
import type { GaussMap, GaussMaps, Solid, Solids } from "./types";

/** The columns of a rotation, and a translation: from a frame to the world. */
export class Placement {
  constructor(private readonly m: Float64Array) {}

  direction(v: readonly number[]): Point3 {
    const [x = 0, y = 0, z = 0] = v;
    const at = (i: number): number => (this.m[i] ?? 0) * x + (this.m[3 + i] ?? 0) * y + (this.m[6 + i] ?? 0) * z;
    return [at(0), at(1), at(2)];
  }

  /** A direction of the world in this frame. */
  back(v: Point3): Point3 {
    const at = (i: number): number => (this.m[i] ?? 0) * v[0] + (this.m[i + 1] ?? 0) * v[1] + (this.m[i + 2] ?? 0) * v[2];
    return [at(0), at(3), at(6)];
  }

  point(v: readonly number[]): Point3 {
    const [x, y, z] = this.direction(v);
    return [x + (this.m[9] ?? 0), y + (this.m[10] ?? 0), z + (this.m[11] ?? 0)];
  }
}

export function placement(wasm: Space, line: string, side: "a" | "b"): Placement {
  return new Placement(wasm.pose(line, side));
}

/** Kinds that have corners and edges. */
const EDGED = ["point", "segment", "triangle", "box", "hull", "facet"];

/** A shape's surface in its own frame, which does not change when the shape is moved. */
interface Local {
  points: Point3[];
  normals: Point3[];
  faces: number[][];
  edges: [number, number][];
  arcs: [number, number][];
  dented: boolean;
}

/** The normals of A - B in world axes, and the features that each side is a sum of. */
interface Sided {
  solid: NonNullable<Solids["difference"]>;
  sides: GaussMaps["sides"];
}

/**
 * The library's surfaces of bodies in 3D. A surface is requested once, and a difference once for each
 * pair.
 */
export class Bodies {
  private readonly surfaces = new Memo<Local>(8);
  private readonly pairs = new Memo<{ solids: Solids; sides: GaussMaps["sides"] }>(2);

  constructor(private readonly wasm: Space) {}

  solids(line: string): Solids {
    return this.both(line).solids;
  }

  /** Null if the library has no maps: for flat and for round bodies. */
  gauss(line: string): GaussMaps | null {
    const { solids, sides } = this.both(line);
    if (solids.a.curved || solids.b.curved || !solids.difference) return null;
    return { a: this.map(line, "a", 1), b: this.map(line, "b", -1), sides };
  }

  private both(line: string): { solids: Solids; sides: GaussMaps["sides"] } {
    return this.pairs.get(line, () => {
      const pair = JSON.parse(line) as Pair;
      const [a, b] = [this.body(line, pair, "a"), this.body(line, pair, "b")];
      const found = difference(this.wasm, line, a.curved || b.curved);
      return { solids: { a, b, difference: found?.solid ?? null }, sides: found?.sides ?? [] };
    });
  }

  private body(line: string, pair: Pair, side: Side): Solid {
    const place = placement(this.wasm, line, side);
    const { points, faces, edges, dented } = this.surface(line, pair, side, true);
    const curved = !dented && round(pair[side]);
    return { vertices: points.map((p) => place.point(p)), faces, edges: curved ? [] : edges, curved, dented };
  }

  private map(line: string, side: Side, sign: 1 | -1): GaussMap {
    const place = placement(this.wasm, line, side);
    const { normals, arcs } = this.surface(line, JSON.parse(line) as Pair, side, false);
    return { points: normals.map(([x, y, z]) => place.direction([sign * x, sign * y, sign * z])), arcs };
  }

  private surface(line: string, pair: Pair, side: Side, rounded: boolean): Local {
    const key = JSON.stringify([rounded, { ...pair[side], pose: undefined }]);
    return this.surfaces.get(key, () => {
      const surface = this.wasm.surface(line, side, rounded);
      const { points, normals, starts, corners, edges, arcs, isMesh: dented } = surface;
      surface.free();
      return { points: pointsOf(points), normals: pointsOf(normals), faces: outlines(starts, corners), edges: pairs(edges), arcs: pairs(arcs), dented };
    });
  }
}

function round(shape: Shape): boolean {
  return !EDGED.includes(shape.kind) || (shape.margin ?? 0) > 0;
}

/** Null if the library does not build it: for flat shapes and half-spaces. */
function difference(wasm: Space, line: string, curved: boolean): Sided | null {
  const place = placement(wasm, line, "a");
  try {
    const combined = wasm.combined(line, "difference");
    const { points, from, starts, corners, normals, offsets, features } = combined;
    combined.free();
    const faces = outlines(starts, corners);
    const solid = { vertices: pointsOf(points).map((p) => place.direction(p)), faces, edges: curved ? [] : edgesOf(faces), curved, from: pairs(from) };
    const sides = pointsOf(normals).map((n, i) => {
      const [ofA, ofB] = [features[6 * i], features[6 * i + 3]];
      const kind = ofA === 2 ? ("a" as const) : ofB === 2 ? ("b" as const) : ("crossing" as const);
      return { normal: place.direction(n), overlap: offsets[i] ?? 0, kind };
    });
    return { solid, sides };
  } catch {
    return null;
  }
}

/** Outline f is corners[starts[f]] up to corners[starts[f + 1]]. */
function outlines(starts: Uint32Array, corners: Uint32Array): number[][] {
  return Array.from({ length: Math.max(0, starts.length - 1) }, (_, f) => [...corners.subarray(starts[f], starts[f + 1])]);
}

function pairs(list: Uint32Array): [number, number][] {
  const found: [number, number][] = [];
  for (let i = 0; i + 1 < list.length; i += 2) found.push([list[i] ?? 0, list[i + 1] ?? 0]);
  return found;
}

/** Each edge once, from the outlines of both faces beside it. */
function edgesOf(faces: readonly number[][]): [number, number][] {
  return faces.flatMap((f) => f.map((u, k): [number, number] => [u, f[(k + 1) % f.length] ?? u])).filter(([u, v]) => u < v);
}
