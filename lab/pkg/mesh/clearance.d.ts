/* tslint:disable */
/* eslint-disable */

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
     * Three coordinates for each corner, as in the file.
     */
    readonly vertices: Float64Array;
    /**
     * Warnings about the file.
     */
    readonly warnings: string[];
}

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_mesh_free: (a: number, b: number) => void;
    readonly mesh_corners: (a: number) => number;
    readonly mesh_isFlat: (a: number) => number;
    readonly mesh_missing: (a: number) => [number, number];
    readonly mesh_parts: (a: number) => number;
    readonly mesh_read: (a: number, b: number, c: number, d: number, e: number) => [number, number, number];
    readonly mesh_vertices: (a: number) => [number, number];
    readonly mesh_warnings: (a: number) => [number, number];
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
