/** A shape: its boundary, its corners (discs for A, squares for B) and its name. */
import type { Outline } from "../engine/types";
import type { Frame } from "../plane/frame";
import type { Point, Side } from "../state/pair";
import type { Pen } from "./pen";

export function drawBody(pen: Pen, frame: Frame, side: Side, body: Outline): void {
  pen.path(frame.all(body.outline), true, { fill: side, opacity: 0.18, stroke: side, width: 2.25 });
  if (body.radius > 0 && body.corners.length > 0) {
    pen.path(frame.all(body.corners), true, { stroke: side, width: 1, dash: [2, 4] });
  }
}

/**
 * Marks at the corners, with their numbers if there is room; `lit` are the highlighted indices in the
 * list. Points of the line inside the hull have rings, and pale numbers.
 */
export function drawCorners(pen: Pen, frame: Frame, side: Side, body: Outline, lit: readonly number[] = []): void {
  const middle = mean(body.corners);
  for (const { at: p, id } of body.corners.length <= 12 ? body.inside : []) {
    const [x, y] = frame.at(p);
    pen.disc([x, y], 3, { stroke: side, width: 1.5 });
    pen.label([x, y + 21], `${side}${id}`, "muted");
  }
  body.corners.forEach((corner, i) => {
    const at = frame.at(corner);
    const on = lit.includes(i);
    mark(pen, side, at, on ? 6 : 3.5);
    if (body.corners.length <= 12 || on) {
      const away = frame.towards([corner[0] - middle[0], corner[1] - middle[1]]);
      pen.label([at[0] + away[0] * 23, at[1] + away[1] * 21], `${side}${body.ids[i] ?? i}`, side);
    }
  });
}

/** The corner that the library calls by a number. */
export function cornerOf(body: Outline, id: number): Point {
  return body.corners[body.ids.indexOf(id)] ?? body.corners[0] ?? [0, 0];
}

/** A disc for A, a square for B. */
export function mark(pen: Pen, side: Side, at: Point, size: number): void {
  if (side === "a") {
    pen.disc(at, size, { fill: "a", stroke: "paper", width: 1.5 });
  } else {
    const [x, y] = at;
    const s = size * 0.9;
    pen.path([[x - s, y - s], [x + s, y - s], [x + s, y + s], [x - s, y + s]], true, { fill: "b", stroke: "paper", width: 1.5 });
  }
}

export function mean(points: readonly Point[]): Point {
  const n = Math.max(1, points.length);
  return [points.reduce((s, p) => s + p[0], 0) / n, points.reduce((s, p) => s + p[1], 0) / n];
}
