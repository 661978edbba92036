/** What the library answers, as the JSON lines of `clearance query` have it. */
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

/** One shape as it is drawn, in the world. */
export interface Outline {
  /** The corners of the core, counterclockwise; none where it is curved. */
  corners: Point[];
  /** The numbers that the library gives them. */
  ids: number[];
  /** The boundary, rounding included, as a fine polygon. */
  outline: Point[];
  radius: number;
  /** It goes on beyond what is drawn. */
  unbounded: boolean;
}

/** A body in space, or the difference of two. */
export interface Solid {
  vertices: Point3[];
  /** Outlines as numbers of vertices, counterclockwise seen from outside. */
  faces: number[][];
  /** None on curves. */
  edges: [number, number][];
  /** The faces are small pieces of something round. */
  curved: boolean;
}

export interface Solids {
  a: Solid;
  b: Solid;
  /** Null where it is not built: of round bodies. */
  difference: (Solid & { from: [number, number][] }) | null;
}

/** The normals of a polyhedron on the sphere: a face is a point, an edge the arc between two of them. */
export interface GaussMap {
  points: Point3[];
  arcs: [number, number][];
}

/** The maps of A and of -B over each other, in the axes of the world. */
export interface GaussMaps {
  a: GaussMap;
  b: GaussMap;
  /** The faces of A - B: each is a point of the overlaid maps. */
  sides: { normal: Point3; overlap: number; kind: "a" | "b" | "crossing" }[];
}

/** A - B in the axes of the world: its origin is O. */
export interface Difference {
  corners: Point[];
  /** Which corner of A and which of B gave each corner. */
  from: [number, number][];
  outline: Point[];
  radius: number;
}

/** What both shapes answer for a direction. */
export interface Support {
  /** With radii; the points are the cores'. */
  h: number;
  a: Point;
  b: Point;
  point: Point;
  ia: number;
  ib: number;
}

/** The hull of all points of a mesh file. */
export interface MeshHull {
  /** In the frame of the file; of many corners those that stand out the farthest. */
  vertices: Point3[];
  /** How many the hull has. */
  corners: number;
  /** Objects, groups or solids of the file. */
  parts: number;
  isFlat: boolean;
  /** The share of the hull that is not in the mesh; null where that is as good as nothing. */
  missing: number | null;
  warnings: string[];
}

/** The library, as the page asks it. Lines go in, lines come out; nothing is computed here. */
export interface Engine {
  /** Fetches what answers in space. Before that, a line in space makes the calls below throw. */
  prepareSpace(): Promise<void>;
  query(line: string, algorithm?: string): Answer;
  /** What an OBJ or STL file is as a shape: its hull, of whose corners about `most` are kept. Fails with what is wrong with it. */
  readMesh(name: string, bytes: Uint8Array, most: number): Promise<MeshHull>;
  /** The text of the answer, each number as the library wrote it. */
  queryText(line: string, algorithm?: string): string;
  steps(line: string, algorithm: string): Step[];
  /** Of boolean GJK that looks along a direction of the world at first; null where a half-plane has no end. */
  stepsFrom(line: string, first: Point): Step[] | null;
  /** As `steps`, of a pair in space. */
  steps3(line: string, algorithm: string): Step<Point3>[];
  /** The same with the answer that they lead to, for tests that take long. */
  told3(line: string, algorithm: string): { steps: Step<Point3>[]; answer: Answer };
  solids(line: string): Solids;
  /** Null where a body is flat, round or has no end. */
  gauss(line: string): GaussMaps | null;
  outlines(line: string): { a: Outline; b: Outline };
  difference(line: string): Difference | null;
  /** Null where a half-plane has no end. */
  support(line: string, direction: Point): Support | null;
  curve(line: string, samples: number): Curve | null;
  /** The overlap of the shadows of a pair in space along directions of the world. */
  heights(line: string, directions: readonly Point3[]): number[];
}

/** h of A - B by angle, from 0 to a full turn; `kinks` are the places of its kinks in both lists. */
export interface Curve {
  angles: number[];
  h: number[];
  kinks: number[];
}

/**
 * A step of a trace, in the axes of the world; P is a point of the plane or of space. Numbers of
 * corners are the library's, -1 on curves.
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
