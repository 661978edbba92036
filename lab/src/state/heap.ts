/**
 * Which heap a pair is from: the `id` of its line has the seed, the step and the two bodies. The library gives an `id` back
 * and does not read it. A pair that was changed by hand has it no longer.
 */
import type { Pair } from "./pair";

export interface HeapPlace {
  seed: number;
  step: number;
  /** A and B, by their numbers in the heap. */
  bodies: readonly [number, number];
}

/** The bodies of a heap: the floor and the two sides of the box, and those that fall. */
export const BODIES = 33;
/** The last step that the page shows: all heaps rest by then. */
export const LAST_STEP = 480;
/** Points that are apart by no more than this are contacts in a heap: the margin of its scene, in `crates/wasm/src/heap.rs`. */
export const MARGIN = 0.05;
/** Seeds are below this. */
export const SEEDS = 2 ** 32;

/** Null if the pair is from no heap, or from one that cannot be. */
export function heapOf(pair: Pair): HeapPlace | null {
  const { heap } = (pair.id ?? {}) as { heap?: unknown };
  const { seed, step, bodies } = (heap ?? {}) as { seed?: unknown; step?: unknown; bodies?: unknown };
  if (!Array.isArray(bodies) || bodies.length !== 2) return null;
  const [a, b] = bodies as unknown[];
  return isBelow(seed, SEEDS) && isBelow(step, LAST_STEP + 1) && isBelow(a, BODIES) && isBelow(b, BODIES) && a !== b ? { seed, step, bodies: [a, b] } : null;
}

function isBelow(x: unknown, end: number): x is number {
  return Number.isInteger(x) && (x as number) >= 0 && (x as number) < end;
}

/** A and B after a click on a body: of two clicks one after the other, the first is A. */
export function clicked(bodies: readonly [number, number], body: number): readonly [number, number] {
  return body === bodies[1] ? bodies : [bodies[1], body];
}

/** A pair that was changed by hand is no longer that of the heap. */
export function edited(pair: Pair): Pair {
  if (!heapOf(pair)) return pair;
  const copy = { ...pair };
  delete copy.id;
  return copy;
}
