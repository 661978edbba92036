/** The library's answers, in the form of the JSON lines of `clearance query`. */
import type { Need, Pair, Point, Side } from "../state/pair";
import type { Point3 } from "../state/space";

export interface ContactPoint {
  point_a: number[];
  point_b: number[];
  separation: number;
  feature: string;
}

export interface Answer {
  id: unknown;
  status: "apart" | "overlapping" | "undecided" | "skipped" | "error" | "hit" | "miss";
  intersects: boolean | null;
  signed_distance: number | null;
  lower: number | null;
  upper: number | null;
  normal: number[] | null;
  point_a: number[] | null;
  point_b: number[] | null;
  algorithm: string | null;
  iterations: number | null;
  error: string | null;
  warnings?: string[];
  manifold?: { normal: number[]; points: ContactPoint[] } | null;
  /** All patches of contact, if a shape is not convex. */
  manifolds?: { normal: number[]; points: ContactPoint[] }[];
  /** Where the points are on shapes that are not convex. */
  place_a?: { facet: number | null };
  place_b?: { facet: number | null };
  /** One shape is in the other, a solid, and their surfaces do not meet. */
  inside?: boolean;
  hit?: boolean;
  toi?: number | null;
}

/** A shape as it is drawn, in the world. */
export interface Outline {
  /** The corners of the core, counterclockwise; none if it is curved. */
  corners: Point[];
  /** Their numbers on the page, or -1 (`engine/corners.ts`). */
  ids: number[];
  /** Points of the line that are not corners, because they are inside the hull. */
  inside: { at: Point; id: number }[];
  /** The boundary with the rounding radius, as a fine polygon. */
  outline: Point[];
  radius: number;
  /** The shape continues beyond the drawn part. */
  unbounded: boolean;
}

/** A body in space, or the difference of two. */
export interface Solid {
  vertices: Point3[];
  /** Outlines as indices of vertices, counterclockwise seen from outside. */
  faces: number[][];
  /** Empty for curved solids. */
  edges: [number, number][];
  /** The faces are small pieces of a round surface. */
  curved: boolean;
  /** It is a mesh: its faces are triangles that may hide each other. */
  dented?: boolean;
}

export interface Solids {
  a: Solid;
  b: Solid;
  /** Null if it is not built: for round bodies. */
  difference: (Solid & { from: [number, number][] }) | null;
}

/**
 * The normals of a polyhedron on the unit sphere: a face is a point, and an edge is an arc between two
 * points.
 */
export interface GaussMap {
  points: Point3[];
  arcs: [number, number][];
}

/** The maps of A and of -B on one sphere, in world axes. */
export interface GaussMaps {
  a: GaussMap;
  b: GaussMap;
  /** The faces of A - B: each is a point of the overlaid maps. */
  sides: { normal: Point3; overlap: number; kind: "a" | "b" | "crossing" }[];
}

/** A - B in world axes, with its origin at O. */
export interface Difference {
  corners: Point[];
  /** The corner of A and the corner of B of each corner. */
  from: [number, number][];
  outline: Point[];
  radius: number;
}

/** The support of both shapes along a direction. */
export interface Support {
  /** With rounding radii; the points are those of the cores. */
  h: number;
  a: Point;
  b: Point;
  point: Point;
}

/** A mesh file, in its own frame. */
export interface MeshFile {
  /** Mended where nothing must be guessed. */
  vertices: Point3[];
  triangles: [number, number, number][];
  /** Does what it encloses belong to it? */
  isSolid: boolean;
  /** What it is, why, and what was mended, in sentences. */
  report: string;
  /** The corners of the hull of all points. If there are many, those that are farthest from the others. */
  hull: Point3[];
  /** The number of corners of the hull. */
  corners: number;
  /** The number of objects, groups or solids in the file. */
  parts: number;
  isFlat: boolean;
  /** The fraction of the hull's volume that is not in the mesh; null if it is negligible. */
  missing: number | null;
  warnings: string[];
}

/** The corners of a box of a tree, in the world: bit k of the index is set at the greater coordinate k. */
export type TreeBox = Point3[];

/** A triangle that was asked; of two meshes, one of each. */
export interface Asked<F = number> {
  facet: F;
  /** The distance, or the time of a ray; null if the ray misses. */
  value: number | null;
  /** It is better than all before. */
  better: boolean;
  /** The nearest points of A and of B, or the point where a ray hits. */
  points: Point3[] | null;
}

/** A step of a walk through a tree; `best` is the value after it, null before there is any. */
export type WalkStep =
  | { step: "open"; node: number; children: { kind: "node" | "leaf"; number: number; box: TreeBox; bound: number | null }[]; best: number | null }
  | { step: "leaf"; leaf: number; asked: Asked[]; best: number | null }
  | { step: "pair"; leaves: [number, number]; count: number; asked: Asked<[number, number]>[]; best: number | null };

export interface Walk {
  /** Whose tree it is. */
  of: Side | "both";
  /** The box around everything, if it is one tree. */
  around?: TreeBox;
  steps: WalkStep[];
  /** The boxes of all leaves of A and of B, if there are two trees. */
  leaves?: [TreeBox[], TreeBox[]];
}

/** A ray in the world; times are in units of its direction. */
export interface Ray {
  origin: Point3;
  direction: Point3;
  tmax: number;
}

/** The interface of the library. Lines go in and come out; nothing is computed here. */
export interface Engine {
  /** Loads a library. Before this, the functions below throw for a line that needs it. */
  prepare(need: Need): Promise<void>;
  /** What a line needs that was not written by the page. */
  needOf(line: string): Need;
  query(line: string, algorithm?: string): Answer;
  /**
   * An OBJ, PLY or STL file, and its hull, of whose corners about `most` are kept. Fails with the error
   * in the file.
   */
  readMesh(name: string, bytes: Uint8Array, most: number): Promise<MeshFile>;
  /** The walk through the tree for the distance of a pair with a mesh; null for half-spaces. */
  walk(pair: Pair): Walk | null;
  /** The walk of a ray through the tree of one of the shapes, which is a mesh. */
  walkOfRay(pair: Pair, side: Side, ray: Ray): Walk;
  /** The text of the answer, with each number as the library wrote it. */
  queryText(line: string, algorithm?: string): string;
  /** How long an answer to a line in 3D takes here, in milliseconds: the least of some. Its shapes are built before. */
  time(line: string, algorithm: string): number;
  steps(line: string, algorithm: string): Step[];
  /**
   * The steps of boolean GJK with this first direction in the world; null for a half-plane, which is
   * unbounded.
   */
  stepsFrom(line: string, first: Point): Step[] | null;
  /** As `steps`, for a pair in 3D. */
  steps3(line: string, algorithm: string): Step<Point3>[];
  /** The same with the final answer, for tests that take long. */
  told3(line: string, algorithm: string): { steps: Step<Point3>[]; answer: Answer };
  solids(line: string): Solids;
  /** Null if a body is flat, round or unbounded. */
  gauss(line: string): GaussMaps | null;
  outlines(line: string): { a: Outline; b: Outline };
  difference(line: string): Difference | null;
  /** Null for a half-plane, which is unbounded. */
  support(line: string, direction: Point): Support | null;
  curve(line: string, samples: number): Curve | null;
  /** The overlaps of the projections of a 3D pair along directions of the world. */
  heights(line: string, directions: readonly Point3[]): number[];
}

/** h of A - B by angle, from 0 to a full turn; `kinks` are the indices of its kinks in both lists. */
export interface Curve {
  angles: number[];
  h: number[];
  kinks: number[];
}

/**
 * A step of a trace, in world axes; P is a point in 2D or 3D. The numbers of corners are -1 on
 * curves.
 */
export type Step<P extends Vec = Point> =
  | { step: "start"; algorithm: string; bits: number }
  | { step: "support"; direction: P; a: P; b: P; point: P; ia: number; ib: number }
  | { step: "simplex"; corners: P[]; ids: [number, number][]; closest: P; weights: number[] | null }
  | { step: "polytope"; corners: P[]; faces: number[][] }
  | { step: "face"; number: number; corners: P[]; normal: P; distance: number }
  | { step: "expand"; point: P; removed: number; added: number; seen: number[]; horizon: number[][] }
  | { step: "axis"; axis: P; overlap: number; feature: AxisFeature }
  | { step: "skip"; of: string; faces: number[]; edges: number[]; by: number; best: number }
  | { step: "cross"; arc: number; cell: number; border: number; next: number; axis: P }
  | { step: "bounds"; lower: number; upper: number }
  | { step: "stretch"; from: number; to: number; axis: P }
  | { step: "facing"; normal: P; a: P[]; b: P[] }
  | { step: "cut"; of: "a" | "b"; edge: number; ends: P[]; left: P[]; by: [number, number] }
  | { step: "touch"; a: P; b: P; separation: number; feature: string }
  | { step: "keep"; kept: number[] }
  | { step: "finish"; end: string };

/** A point of any dimension. */
export type Vec = readonly number[];

export type AxisFeature = { face_a: number } | { face_b: number } | { edges: [number, number] } | null;
