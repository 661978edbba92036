/** The library's answers, in the form of the JSON lines of `clearance query`. */
import type { Point } from "../state/pair";
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

/** The hull of all points of a mesh file. */
export interface MeshHull {
  /** In the frame of the file. If there are many, the corners that are farthest from the others. */
  vertices: Point3[];
  /** The number of corners of the hull. */
  corners: number;
  /** The number of objects, groups or solids in the file. */
  parts: number;
  isFlat: boolean;
  /** The fraction of the hull's volume that is not in the mesh; null if it is negligible. */
  missing: number | null;
  warnings: string[];
}

/** The interface of the library. Lines go in and come out; nothing is computed here. */
export interface Engine {
  /** Loads the library for 3D. Before this, the functions below throw for a line in 3D. */
  prepareSpace(): Promise<void>;
  query(line: string, algorithm?: string): Answer;
  /**
   * The hull of an OBJ or STL file, of whose corners about `most` are kept. Fails with the error in
   * the file.
   */
  readMesh(name: string, bytes: Uint8Array, most: number): Promise<MeshHull>;
  /** The text of the answer, with each number as the library wrote it. */
  queryText(line: string, algorithm?: string): string;
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
