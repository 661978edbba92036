/**
 * The regions of a simplex: where a point is nearest to a corner, to an edge, or inside. They are
 * separated by lines through the corners, perpendicular to the edges.
 */
import type { Frame } from "../plane/frame";
import type { Point } from "../state/pair";
import { drawDirection } from "./arrow";
import type { Ink, Pen } from "./pen";
import { drawBeyond } from "./support-line";

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

/**
 * The region beyond the edge that the search came from, hatched: the last search direction was
 * perpendicular to this edge, and the support point was beyond O.
 */
export function drawCameFrom(pen: Pen, frame: Frame, corners: readonly Point[], newest: Point): void {
  const [p, q] = corners.filter((c) => c[0] !== newest[0] || c[1] !== newest[1]);
  if (corners.length !== 3 || !p || !q) return;
  const out = away([p[0], p[1]], [q[0], q[1]], newest);
  drawBeyond(pen, frame, p, out, "muted");
  const [x, y] = frame.at([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]);
  const [ux, uy] = frame.towards(out);
  pen.label([x + 40 * ux, y + 24 * uy], "not here", "muted");
}

/** From the centre of an edge, the next search direction: perpendicular to the edge, towards O. */
export function drawAcross(pen: Pen, frame: Frame, [p, q]: readonly Point[], next: Point): void {
  if (!p || !q) return;
  const middle: Point = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  drawDirection(pen, frame, middle, next, 58);
  const [x, y] = frame.at(middle);
  const [ux, uy] = frame.towards(next);
  const tip = x + 66 * ux;
  const anchor = tip > frame.width - 70 ? "end" : tip < 70 ? "start" : "middle";
  pen.label([Math.max(6, Math.min(frame.width - 6, tip)), y + 66 * uy + (uy < 0 ? -8 : 8)], "across, towards O", "direction", anchor);
}

/** Perpendicular to the line from p to q. */
function across(p: Point, q: Point): Point {
  return [q[1] - p[1], p[0] - q[0]];
}

/** Perpendicular to the edge from `corner` to `end`, away from the third corner. */
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
