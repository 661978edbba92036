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
     * The numbers of each side's corners, counterclockwise seen from outside.
     */
    readonly corners: Uint32Array;
    /**
     * Six numbers a side, what it is of A and of B: 0 and a vertex, 1 and an edge's two vertices, or
     * 2 and a face; what is left over is 0. An edge and an edge are a crossing of arcs on the Gauss
     * map.
     */
    readonly features: Uint32Array;
    /**
     * Two numbers a corner: the vertices of A and of B that it is made of.
     */
    readonly from: Uint32Array;
    /**
     * Are the numbers of vertices and faces those of the shapes? Not where what is curved was sampled.
     */
    readonly isExact: boolean;
    /**
     * The number of the side nearest the origin; `None` if the origin is outside.
     */
    readonly nearest: number | undefined;
    /**
     * Three coordinates a side: its outward normal.
     */
    readonly normals: Float64Array;
    /**
     * A number a side: the overlap of the cores' projections along its normal.
     */
    readonly offsets: Float64Array;
    /**
     * Three coordinates a corner.
     */
    readonly points: Float64Array;
    /**
     * The radii of both shapes, which the cores do not have.
     */
    readonly radius: number;
    /**
     * Per side where its corners begin in `corners`, and at last the length of that.
     */
    readonly starts: Uint32Array;
    /**
     * The volume.
     */
    readonly volume: number;
}

/**
 * The answer to a line, and the steps to it.
 */
export class Steps {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The answer, as `query` gives it.
     */
    readonly answer: string;
    /**
     * How many coordinates a vector has; 0 where there is none.
     */
    readonly dim: number;
    /**
     * Four numbers a field: its name; what it holds: 0 nothing, 1 a number, 2 a vector, 3 a list of
     * vectors, 4 an index, 5 a list of those, 6 a name, 7 a list of numbers; where that begins, in
     * `numbers` (1, 2, 3, 7) or in `indices` (4 to 6); how many entries it takes there.
     */
    readonly fields: Uint32Array;
    /**
     * Counts, numbers of features, and places of names.
     */
    readonly indices: Uint32Array;
    /**
     * All names: of steps, of fields and in fields.
     */
    readonly names: string[];
    /**
     * Numbers, and the coordinates of vectors.
     */
    readonly numbers: Float64Array;
    /**
     * Two numbers a step: its name, by its place in `names`, and its first field. Its last field
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
     * Two faces an edge: the ends of its arc on the Gauss map.
     */
    readonly arcs: Uint32Array;
    /**
     * The numbers of each face's vertices, counterclockwise seen from outside.
     */
    readonly corners: Uint32Array;
    /**
     * Two vertices an edge.
     */
    readonly edges: Uint32Array;
    /**
     * Are the numbers of vertices, edges and faces those of answers and steps? Not where what is
     * curved was sampled.
     */
    readonly isExact: boolean;
    /**
     * Three coordinates a face: its outward normal.
     */
    readonly normals: Float64Array;
    /**
     * Three coordinates a vertex.
     */
    readonly points: Float64Array;
    /**
     * Around the core; already in the surface if that is rounded.
     */
    readonly radius: number;
    /**
     * Per face where its corners begin in `corners`, and at last the length of that.
     */
    readonly starts: Uint32Array;
}

/**
 * The difference (`difference`) or sum (`sum`) of a line's two cores in space, in the frame of A.
 */
export function combined(line: string, of: string): Combined;

/**
 * 2 or 3: what a line's pair is of; `None` if it does not tell. A page asks it which library to ask.
 */
export function dimension(line: string): number | undefined;

/**
 * The overlap of the projections of two shapes in space along `directions`, three coordinates of any
 * length each, in the frame of A.
 */
export function heights(line: string, directions: Float64Array | number[]): Float64Array;

/**
 * Where shape `a` or `b` of a line in space stands: the three columns of its rotation, then the
 * translation.
 */
export function pose(line: string, side: string): Float64Array;

/**
 * Answers JSON lines with JSON lines, as `clearance query` does: a bad line costs itself only.
 *
 * `algorithm` is a name as the command has it (`auto` where left out). The independent checker is not
 * here: it would be a tenth of the code.
 */
export function query(text: string, algorithm?: string | null): string;

/**
 * The surface of a line's shape `a` or `b` in space, in the shape's frame: of its core, or `rounded`.
 */
export function surface(line: string, side: string, rounded: boolean): Surface;

/**
 * Answers one line, and tells the steps on the way.
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
