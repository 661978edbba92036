import { expect, test } from "vitest";
import type { Point } from "../state/pair";
import { LabelPen, around, type Box } from "./labels";
import type { Pen } from "./pen";

/** The positions of labels in a panel of 200 by 100 pixels. */
function placed(labels: [Point, string][], taken: Box[] = []): Point[] {
  const at: Point[] = [];
  const nothing = (): void => undefined;
  const pen: Pen = { path: nothing, paths: nothing, disc: nothing, label: (p) => { at.push(p); } };
  const through = new LabelPen(pen, 200, 100, taken);
  for (const [p, text] of labels) through.label(p, text, "ink");
  expect(at).toEqual([]);
  through.finish();
  return at;
}

test("a label that is free stays, and two in one place part", () => {
  expect(placed([[[100, 50], "a0"]])).toEqual([[100, 50]]);
  const [first, second] = placed([[[100, 50], "a0"], [[100, 52], "b1"]]);
  expect(first).toEqual([100, 50]);
  const [dx, dy] = [(second?.[0] ?? 0) - 100, (second?.[1] ?? 0) - 50];
  expect(Math.abs(dx) >= 17 || Math.abs(dy) >= 16).toBe(true);
  expect(Math.hypot(dx, dy)).toBeLessThan(30);
});

test("no label lies below a handle, unless there is no other place", () => {
  const handle = around([100, 50], 11);
  const [at] = placed([[[100, 50], "a2"]], [handle]);
  expect(Math.abs((at?.[0] ?? 0) - 100) >= 19 || Math.abs((at?.[1] ?? 0) - 50) >= 19).toBe(true);
  expect(placed([[[100, 50], "a2"]], [[0, 0, 200, 100]])).toEqual([[100, 50]]);
});

test("labels stay in the panel", () => {
  const [low, right] = placed([[[100, 120], "a0"], [[199, 50], "depth 0.678"]]);
  expect(low?.[1]).toBeLessThan(92);
  expect(right?.[0]).toBeLessThan(170);
});

test("for a label that stays, one that was asked for before makes room", () => {
  const at: [Point, string][] = [];
  const nothing = (): void => undefined;
  const through = new LabelPen({ path: nothing, paths: nothing, disc: nothing, label: (p, text) => { at.push([p, text]); } }, 200, 100, [around([100, 50], 4)]);
  through.label([100, 50], "a0", "ink");
  through.label([100, 50], "12", "muted", "middle", true);
  through.finish();
  expect(at[0]).toEqual([[100, 50], "12"]);
  expect(at[1]?.[1]).toBe("a0");
  expect(at[1]?.[0]).not.toEqual([100, 50]);
});
