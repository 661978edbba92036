/* tslint:disable */
/* eslint-disable */

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
 * The difference (`difference`) or sum (`sum`) of the two shapes of a 2D line, in the axes of the world.
 * JSON: the `corners` of the difference of the cores, counterclockwise from the leftmost; `from`, the
 * vertex numbers of A and of B for each corner (-1 on curves); the `normals` and `offsets` of the sides,
 * where side i runs from corner i to the next; the `radius`; and `outline`, as in `outlines`.
 */
export function difference(line: string, of: string): string;

/**
 * The dimension of a line's pair, 2 or 3; `None` if it is not clear. A page uses it to choose the
 * library.
 */
export function dimension(line: string): number | undefined;

/**
 * The two shapes of a 2D line for drawing, in world coordinates. JSON: `a` and `b`, each with the
 * `corners` of the core, counterclockwise, their vertex numbers `ids` (-1 on curves), the `radius`, and
 * `outline`, the rounded boundary as alternating x and y. A half-plane is `unbounded` and has a `normal`
 * and a `foot`.
 */
export function outlines(line: string): string;

/**
 * Answers JSON lines with JSON lines, like `clearance query`. A bad line does not affect the others. Shapes that a line
 * names are known to all later calls.
 *
 * `algorithm` is a name from the command line (`auto` if it is left out). The independent checker is not
 * included: it would be a tenth of the code.
 */
export function query(text: string, algorithm?: string | null): string;

/**
 * The farthest point of A - B along a direction of any length, in the axes of the world. JSON: the
 * `direction`, normalised; the points `a`, `b` and `point` of the cores, and their vertex numbers `ia`
 * and `ib` (-1 on curves); the heights, including radii, of A (`ha`), -B (`hb`) and A - B (`h`); the
 * height of the cores' difference (`core`); and the sum of the radii (`radius`).
 */
export function support(line: string, x: number, y: number): string;

/**
 * The support function of A - B around the circle, sorted by angle. Three numbers for each direction:
 * the angle (from 0 to 2 pi, in the axes of the world), the height, and 1 at a side of the difference,
 * which is a kink, or 0 at one of the `samples`.
 */
export function supportCurve(line: string, samples: number): Float64Array;

/**
 * Answers one line, and returns its steps.
 */
export function trace(line: string, algorithm?: string | null): Steps;

/**
 * Boolean GJK on the cores of a 2D line, with a given first direction in the axes of the world. The
 * answer is that of `gjk-boolean`: another first direction gives other steps, but the same answer.
 */
export function traceFrom(line: string, x: number, y: number): Steps;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_steps_free: (a: number, b: number) => void;
    readonly difference: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly dimension: (a: number, b: number) => number;
    readonly outlines: (a: number, b: number) => [number, number, number, number];
    readonly query: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly steps_answer: (a: number) => [number, number];
    readonly steps_dim: (a: number) => number;
    readonly steps_fields: (a: number) => [number, number];
    readonly steps_indices: (a: number) => [number, number];
    readonly steps_names: (a: number) => [number, number];
    readonly steps_numbers: (a: number) => [number, number];
    readonly steps_steps: (a: number) => [number, number];
    readonly support: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly supportCurve: (a: number, b: number, c: number) => [number, number, number, number];
    readonly trace: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly traceFrom: (a: number, b: number, c: number, d: number) => [number, number, number];
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
