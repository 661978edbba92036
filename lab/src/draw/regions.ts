/**
 * The regions of a simplex: where a point is nearest a corner, an edge or the inside. Lines
 * through the corners across the edges part them.
 */
import type { Frame } from "../plane/frame";
import type { Point } from "../state/pair";
import type { Ink, Pen } from "./pen";

const LINE: Ink = { stroke: "simplex", width: 1, dash: [2, 5], strokeOpacity: 0.8 };

export function drawRegions(pen: Pen, frame: Frame, corners: readonly Point[]): void {
  if (corners.length === 2) {
    const [p, q] = frame.all(corners) as [Point, Point];
    for (const end of [p, q]) ray(pen, frame, end, across(p, q), true);
  }
  if (corners.length === 3) {
    const at = frame.all(corners) as [Point, Point, Point];
    at.forEach((corner, i) => {
      const next = at[(i + 1) % 3] as Point;
      const other = at[(i + 2) % 3] as Point;
      ray(pen, frame, corner, away(corner, next, other), false);
      ray(pen, frame, corner, away(corner, other, next), false);
    });
  }
}

/** Across the line from p to q. */
function across(p: Point, q: Point): Point {
  return [q[1] - p[1], p[0] - q[0]];
}

/** Across the edge from `corner` to `end`, away from the third corner. */
function away(corner: Point, end: Point, third: Point): Point {
  const n = across(corner, end);
  const side = n[0] * (third[0] - corner[0]) + n[1] * (third[1] - corner[1]);
  return side > 0 ? [-n[0], -n[1]] : n;
}

function ray(pen: Pen, frame: Frame, from: Point, d: Point, both: boolean): void {
  const length = Math.hypot(d[0], d[1]);
  if (length === 0) return;
  const r = frame.beyond / length;
  const start: Point = both ? [from[0] - d[0] * r, from[1] - d[1] * r] : from;
  pen.path([start, [from[0] + d[0] * r, from[1] + d[1] * r]], false, LINE);
}
