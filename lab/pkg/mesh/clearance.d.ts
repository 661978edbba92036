/* tslint:disable */
/* eslint-disable */

/**
 * A mesh after the check.
 */
export class Checked {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Does what it encloses belong to it?
     */
    readonly isSolid: boolean;
    /**
     * What it is, why, and what was mended, in sentences.
     */
    readonly report: string;
    /**
     * Three vertices for each triangle.
     */
    readonly triangles: Uint32Array;
    /**
     * Three coordinates for each vertex.
     */
    readonly vertices: Float64Array;
}

/**
 * The difference or sum of two cores, in the frame of A.
 */
export class Combined {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The corner numbers of each side, counterclockwise seen from outside.
     */
    readonly corners: Uint32Array;
    /**
     * Six numbers for each side, its features of A and of B: 0 and a vertex, 1 and the two vertices of
     * an edge, or 2 and a face; unused numbers are 0. A side of two edges is a crossing of arcs on the
     * Gauss map.
     */
    readonly features: Uint32Array;
    /**
     * Two numbers for each corner: its vertices of A and of B.
     */
    readonly from: Uint32Array;
    /**
     * Are the numbers of vertices and faces those of the shapes? They are not if curves were sampled.
     */
    readonly isExact: boolean;
    /**
     * The index of the side nearest to the origin; `None` if the origin is outside.
     */
    readonly nearest: number | undefined;
    /**
     * Three coordinates for each side: its outward normal.
     */
    readonly normals: Float64Array;
    /**
     * For each side: the overlap of the cores' projections along its normal.
     */
    readonly offsets: Float64Array;
    /**
     * Three coordinates for each corner.
     */
    readonly points: Float64Array;
    /**
     * The sum of the radii of both shapes, which the cores do not include.
     */
    readonly radius: number;
    /**
     * For each side, the place in `corners` at which its corners begin; at the end, the length of
     * `corners`.
     */
    readonly starts: Uint32Array;
    /**
     * The volume.
     */
    readonly volume: number;
}

/**
 * A mesh file as a shape.
 */
export class Mesh {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Reads a file whose name ends in `obj` or `stl`. At most about `most` corners of its hull are kept.
     */
    constructor(name: string, bytes: Uint8Array | number[], most: number);
    /**
     * The number of corners of the hull.
     */
    readonly corners: number;
    /**
     * Are all points in a plane?
     */
    readonly isFlat: boolean;
    /**
     * The share of the hull that is outside of the mesh; `None` if it is negligible.
     */
    readonly missing: number | undefined;
    /**
     * The number of objects, groups or solids in the file.
     */
    readonly parts: number;
    /**
     * Three coordinates for each vertex of the mesh, as in the file; equal vertices are one.
     */
    readonly points: Float64Array;
    /**
     * Three vertices for each triangle.
     */
    readonly triangles: Uint32Array;
    /**
     * Three coordinates for each corner of the hull, as in the file.
     */
    readonly vertices: Float64Array;
    /**
     * Warnings about the file.
     */
    readonly warnings: string[];
}

/**
 * The answer to a line, and the steps.
 */
export class Steps {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The answer, as `clearance query` gives it.
     */
    readonly answer: string;
    /**
     * The number of coordinates of a vector; 0 if there are no vectors.
     */
    readonly dim: number;
    /**
     * Four numbers for each field: its name; its type (0 nothing, 1 a number, 2 a vector, 3 a list of
     * vectors, 4 an index, 5 a list of indices, 6 a name, 7 a list of numbers); where it begins in
     * `numbers` (1, 2, 3, 7) or in `indices` (4 to 6); and how many entries it has there.
     */
    readonly fields: Uint32Array;
    /**
     * Counts, indices of features, and indices of names.
     */
    readonly indices: Uint32Array;
    /**
     * All names: of steps, of fields, and in fields.
     */
    readonly names: string[];
    /**
     * Numbers, and the coordinates of vectors.
     */
    readonly numbers: Float64Array;
    /**
     * Two numbers for each step: its name, as an index into `names`, and its first field. Its last field
     * is before the first of the next step.
     */
    readonly steps: Uint32Array;
}

/**
 * A surface in the shape's frame.
 */
export class Surface {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Two faces for each edge: the ends of its arc on the Gauss map.
     */
    readonly arcs: Uint32Array;
    /**
     * The vertex numbers of each face, counterclockwise seen from outside.
     */
    readonly corners: Uint32Array;
    /**
     * Two vertices for each edge.
     */
    readonly edges: Uint32Array;
    /**
     * Are the numbers of vertices, edges and faces those of answers and steps? They are not if curves
     * were sampled.
     */
    readonly isExact: boolean;
    /**
     * Is it a mesh? Then its faces are triangles that may hide each other, and its edges those where it bends by more
     * than 20 degrees, or ends.
     */
    readonly isMesh: boolean;
    /**
     * Three coordinates for each face: its outward normal.
     */
    readonly normals: Float64Array;
    /**
     * Three coordinates for each vertex.
     */
    readonly points: Float64Array;
    /**
     * The radius around the core. It is included in the surface already if the surface is rounded.
     */
    readonly radius: number;
    /**
     * For each face, the place in `corners` at which its corners begin; at the end, the length of
     * `corners`.
     */
    readonly starts: Uint32Array;
}

/**
 * Three coordinates for each vertex of a mesh, three vertices for each triangle: checked, and mended where nothing
 * must be guessed.
 */
export function checked(vertices: Float64Array | number[], triangles: Uint32Array | number[]): Checked;

/**
 * The difference (`difference`) or sum (`sum`) of the two cores of a 3D line, in the frame of A.
 */
export function combined(line: string, of: string): Combined;

/**
 * The dimension of a line's pair, 2 or 3; `None` if it is not clear. A page uses it to choose the
 * library.
 */
export function dimension(line: string): number | undefined;

/**
 * The overlaps of the projections of two shapes in 3D along `directions`, which are three coordinates of
 * any length each, in the frame of A.
 */
export function heights(line: string, directions: Float64Array | number[]): Float64Array;

/**
 * The pose of shape `a` or `b` of a 3D line: the three columns of its rotation, then the translation.
 */
export function pose(line: string, side: string): Float64Array;

/**
 * Answers JSON lines with JSON lines, like `clearance query`. A bad line does not affect the others. Shapes that a line
 * names are known to all later calls.
 *
 * `algorithm` is a name from the command line (`auto` if it is left out). The independent checker is not
 * included: it would be a tenth of the code.
 */
export function query(text: string, algorithm?: string | null): string;

/**
 * The surface of shape `a` or `b` of a 3D line, in the shape's frame: of its core, or with its radius if
 * `rounded`.
 */
export function surface(line: string, side: string, rounded: boolean): Surface;

/**
 * Answers one line, and returns its steps.
 */
export function trace(line: string, algorithm?: string | null): Steps;

/**
 * The walk through the tree of a mesh for the distance of a line's shapes, of which at least one is a mesh. JSON: whose
 * tree it is (`of`: a, b or both), the box `around` it, and the `steps`. A step `open` has the `children` of a node,
 * each with its `box` in the frame of the mesh, its `number`, and its `bound`: no triangle in it is nearer. A step
 * `leaf` has the triangles that were `asked`, their distances and nearest points in the world, and which are better
 * than all before. Each step has the `best` so far. Of two meshes a step `pair` has the two leaves, how many pairs of
 * triangles were asked, and the better ones; `leaves` has the boxes of all leaves.
 */
export function walk(line: string): string;

/**
 * The same for a ray in the world against shape `side` of a line: bounds, values and `best` are times, in units of the
 * direction's length.
 */
export function walkOfRay(line: string, side: string, origin: Float64Array | number[], direction: Float64Array | number[], tmax: number): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_checked_free: (a: number, b: number) => void;
    readonly __wbg_combined_free: (a: number, b: number) => void;
    readonly __wbg_mesh_free: (a: number, b: number) => void;
    readonly __wbg_steps_free: (a: number, b: number) => void;
    readonly __wbg_surface_free: (a: number, b: number) => void;
    readonly checked: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly checked_isSolid: (a: number) => number;
    readonly checked_report: (a: number) => [number, number];
    readonly checked_triangles: (a: number) => [number, number];
    readonly checked_vertices: (a: number) => [number, number];
    readonly combined: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly combined_corners: (a: number) => [number, number];
    readonly combined_features: (a: number) => [number, number];
    readonly combined_from: (a: number) => [number, number];
    readonly combined_isExact: (a: number) => number;
    readonly combined_nearest: (a: number) => number;
    readonly combined_normals: (a: number) => [number, number];
    readonly combined_offsets: (a: number) => [number, number];
    readonly combined_points: (a: number) => [number, number];
    readonly combined_radius: (a: number) => number;
    readonly combined_starts: (a: number) => [number, number];
    readonly combined_volume: (a: number) => number;
    readonly dimension: (a: number, b: number) => number;
    readonly heights: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly mesh_corners: (a: number) => number;
    readonly mesh_isFlat: (a: number) => number;
    readonly mesh_missing: (a: number) => [number, number];
    readonly mesh_parts: (a: number) => number;
    readonly mesh_points: (a: number) => [number, number];
    readonly mesh_read: (a: number, b: number, c: number, d: number, e: number) => [number, number, number];
    readonly mesh_triangles: (a: number) => [number, number];
    readonly mesh_vertices: (a: number) => [number, number];
    readonly mesh_warnings: (a: number) => [number, number];
    readonly pose: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly query: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly steps_answer: (a: number) => [number, number];
    readonly steps_dim: (a: number) => number;
    readonly steps_fields: (a: number) => [number, number];
    readonly steps_indices: (a: number) => [number, number];
    readonly steps_names: (a: number) => [number, number];
    readonly steps_numbers: (a: number) => [number, number];
    readonly steps_steps: (a: number) => [number, number];
    readonly surface: (a: number, b: number, c: number, d: number, e: number) => [number, number, number];
    readonly surface_arcs: (a: number) => [number, number];
    readonly surface_corners: (a: number) => [number, number];
    readonly surface_edges: (a: number) => [number, number];
    readonly surface_isExact: (a: number) => number;
    readonly surface_isMesh: (a: number) => number;
    readonly surface_normals: (a: number) => [number, number];
    readonly surface_points: (a: number) => [number, number];
    readonly surface_radius: (a: number) => number;
    readonly surface_starts: (a: number) => [number, number];
    readonly trace: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly walk: (a: number, b: number) => [number, number, number, number];
    readonly walkOfRay: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => [number, number, number, number];
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __externref_drop_slice: (a: number, b: number) => void;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
