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

/** The distance of a region's number from the corner or the edge, in pixels. */
const NUMBER = 34;

/**
 * The lines, and the numbers of the regions, as in the articles: the search came from 4 of a segment and
 * from 1 to 3 of a triangle, and the newest corner has 1 and 5.
 *
 * ```text
 *             2               3 \  beyond C   /
 *      4  o-------o  1           C-----------A   5
 *             3                2 |  7     ,-'
 *     first     newest           |    ,-'  4
 *                              1 B -'        ... 6 beyond the edge AC
 * ```
 */
export function drawRegions(pen: Pen, frame: Frame, corners: readonly Point[], newest?: Point): void {
  const ordered = newestFirst(corners, newest);
  if (corners.length === 2) {
    const [a, b] = ordered as [Point, Point];
    for (const end of [a, b]) ray(pen, frame, end, across(a, b), true);
    const side = across(a, b);
    const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    number(pen, frame, 1, a, [a[0] - b[0], a[1] - b[1]]);
    number(pen, frame, 2, middle, side);
    number(pen, frame, 3, middle, [-side[0], -side[1]]);
    number(pen, frame, 4, b, [b[0] - a[0], b[1] - a[1]]);
  }
  if (corners.length === 3) {
    const [a, b, c] = ordered as [Point, Point, Point];
    for (const [corner, next, other] of [[a, b, c], [b, c, a], [c, a, b]] as const) {
      ray(pen, frame, corner, away(corner, next, other), false);
      ray(pen, frame, corner, away(corner, other, next), false);
    }
    const middle: Point = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3];
    const beyond = (n: number, p: Point, q: Point, third: Point): void => {
      number(pen, frame, n, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2], away(p, q, third));
    };
    for (const [n, corner] of [[1, b], [3, c], [5, a]] as const) number(pen, frame, n, corner, [corner[0] - middle[0], corner[1] - middle[1]]);
    beyond(2, b, c, a);
    beyond(4, a, b, c);
    beyond(6, a, c, b);
    pen.label(frame.at(middle), "7", "simplex");
  }
}

/** The corners with the newest one first; without one, the last is. */
function newestFirst(corners: readonly Point[], newest: Point | undefined): Point[] {
  const found = newest ? corners.findIndex((c) => c[0] === newest[0] && c[1] === newest[1]) : -1;
  const first = found < 0 ? corners.length - 1 : found;
  return [...corners.slice(first, first + 1), ...corners.filter((_, i) => i !== first).reverse()];
}

function number(pen: Pen, frame: Frame, n: number, from: Point, towards: Point): void {
  const [x, y] = frame.at(from);
  const [ux, uy] = frame.towards(towards);
  pen.label([x + NUMBER * ux, y + NUMBER * uy], String(n), "simplex");
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
  pen.label([x + 76 * ux, y + 56 * uy], "not here", "muted");
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
