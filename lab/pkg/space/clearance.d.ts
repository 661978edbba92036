/* tslint:disable */
/* eslint-disable */

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

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_combined_free: (a: number, b: number) => void;
    readonly __wbg_steps_free: (a: number, b: number) => void;
    readonly __wbg_surface_free: (a: number, b: number) => void;
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
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __externref_table_dealloc: (a: number) => void;
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
