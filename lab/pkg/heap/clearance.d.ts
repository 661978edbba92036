/* tslint:disable */
/* eslint-disable */

/**
 * Bodies in a box. The first three are its floor and its sides, which nothing moves.
 */
export class Heap {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * How many pairs of boxes meet, how many of them were searched, how many pairs touch, how many began to, and how
     * many no longer do.
     */
    counts(): Uint32Array;
    /**
     * The bodies of a seed in the air, and their contacts, which are none.
     */
    constructor(seed: number);
    /**
     * Eight numbers for each contact point: the two bodies, 1 if they began to touch in this step or else 0, the point, the
     * normal from the first to the second, and the separation.
     */
    points(): Float64Array;
    /**
     * Three numbers for each body: its translation and its angle.
     */
    poses(): Float64Array;
    /**
     * The shapes of all bodies as query lines write them: a list in JSON.
     */
    shapes(): string;
    /**
     * The largest speed of a body: of its centre, or the spin times a radius of 0.5.
     */
    speed(): number;
    /**
     * A sixtieth of a second.
     */
    step(): void;
}

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_heap_free: (a: number, b: number) => void;
    readonly heap_counts: (a: number) => [number, number];
    readonly heap_new: (a: number) => number;
    readonly heap_points: (a: number) => [number, number];
    readonly heap_poses: (a: number) => [number, number];
    readonly heap_shapes: (a: number) => [number, number];
    readonly heap_speed: (a: number) => number;
    readonly heap_step: (a: number) => void;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
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
