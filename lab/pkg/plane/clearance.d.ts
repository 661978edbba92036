/* tslint:disable */
/* eslint-disable */

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
 * The difference (`difference`) or sum (`sum`) of a line's two shapes of the plane, in the axes of the
 * world. JSON: `corners` of the cores' counterclockwise from the leftmost; `from`, the numbers of the
 * corners of A and of B that each is made of (-1 on curves); `normals` and `offsets` of the sides, of
 * which side i runs from corner i to the next; `radius`, and `outline` as in `outlines`.
 */
export function difference(line: string, of: string): string;

/**
 * 2 or 3: what a line's pair is of; `None` if it does not tell. A page asks it which library to ask.
 */
export function dimension(line: string): number | undefined;

/**
 * A line's two shapes of the plane, for drawing, in the world. JSON: `a` and `b`, each with
 * `corners` of the core counterclockwise, their numbers `ids` (-1 on curves), `radius`, and
 * `outline`, the rounded boundary as x and y by turns. A half-plane is `unbounded` and has a `normal`
 * and a `foot`.
 */
export function outlines(line: string): string;

/**
 * Answers JSON lines with JSON lines, as `clearance query` does: a bad line costs itself only.
 *
 * `algorithm` is a name as the command has it (`auto` where left out). The independent checker is not
 * here: it would be a tenth of the code.
 */
export function query(text: string, algorithm?: string | null): string;

/**
 * The farthest point of A - B along a direction of any length, in the axes of the world. JSON: the
 * `direction` at length 1; of the cores the points `a`, `b` and `point`, and their numbers `ia` and
 * `ib` (-1 on curves); the heights with radii of A (`ha`), -B (`hb`) and A - B (`h`); that of the cores
 * (`core`) and both radii (`radius`).
 */
export function support(line: string, x: number, y: number): string;

/**
 * The support function of A - B around the circle: by angle (in 0 to 2 pi, in the axes of the world)
 * three numbers each: the angle, the height, and 1 where a side of the difference is, which is a
 * kink, or 0 for one of the `samples`.
 */
export function supportCurve(line: string, samples: number): Float64Array;

/**
 * Answers one line, and tells the steps on the way.
 */
export function trace(line: string, algorithm?: string | null): Steps;

/**
 * Boolean GJK on the cores of a line of the plane, where it looks at first along a direction in the axes
 * of the world; the answer is that of `gjk-boolean`. Another first direction leads another way, but not
 * to another answer.
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
