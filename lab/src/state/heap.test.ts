import { expect, test } from "vitest";
import { BODIES, LAST_STEP, clicked, edited, heapOf } from "./heap";
import type { Pair } from "./pair";

const pair = (heap?: unknown): Pair => ({ a: { kind: "circle", radius: 1 }, b: { kind: "circle", radius: 1 }, ...(heap !== undefined && { id: { heap } }) });

test("a pair knows its heap, its step and its bodies", () => {
  expect(heapOf(pair({ seed: 7, step: 12, bodies: [3, 0] }))).toEqual({ seed: 7, step: 12, bodies: [3, 0] });
  expect(heapOf(pair({ seed: 0, step: LAST_STEP, bodies: [0, BODIES - 1] }))?.step).toBe(LAST_STEP);
});

test("of what no heap has, it is none", () => {
  const good = { seed: 7, step: 12, bodies: [3, 4] };
  for (const id of [null, 7, "heap", []]) expect(heapOf({ ...pair(), id })).toBeNull();
  for (const bad of [undefined, null, 3, "heap", [], {}, { ...good, seed: -1 }, { ...good, seed: 2 ** 32 }, { ...good, seed: 0.5 }, { ...good, step: LAST_STEP + 1 }, { ...good, step: "1" }, { ...good, bodies: [3, 3] }, { ...good, bodies: [3, BODIES] }, { ...good, bodies: [3] }, { ...good, bodies: [3, 4, 5] }]) {
    expect(heapOf(pair(bad))).toBeNull();
  }
});

test("of two clicks one after the other the first is A", () => {
  expect(clicked(clicked([3, 4], 7), 9)).toEqual([7, 9]);
  expect(clicked([3, 4], 4)).toEqual([3, 4]);
  expect(clicked([3, 4], 3)).toEqual([4, 3]);
});

test("a pair that was changed is no longer of the heap, and others stay as they are", () => {
  const own = pair({ seed: 7, step: 12, bodies: [3, 4] });
  expect(heapOf(edited(own))).toBeNull();
  expect(heapOf(own)).not.toBeNull();
  const other = { ...pair(), id: "case 3" };
  expect(edited(other)).toBe(other);
});
