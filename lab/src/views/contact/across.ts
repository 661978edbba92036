/** The contact seen along the normal; in 2D, with the normal upwards. */
import { mark } from "../../draw/body";
import type { Pen } from "../../draw/pen";
import type { Vec } from "../../engine/types";
import { shown } from "../../state/numbers";
import type { Point } from "../../state/pair";
import { add, cross, dot, point3, type Point3 } from "../../state/space";
import type { Draw } from "../view";
import { outlineOf, type Place, type Touch } from "./steps";

/** From the world to the picture, around the centre of the drawn parts; and its size. */
export interface View2 {
  flat: (p: Vec) => Point;
  /** The width in units of length. */
  span: number;
}

export function viewAlong({ facing, touches }: Place): View2 {
  const n = facing.normal;
  const points = [...facing.a, ...facing.b, ...touches.flatMap((t) => [t.a, t.b])];
  const near = facing.a.length > 0 && facing.b.length > 0 ? smaller(facing.a, facing.b) : points;
  const flat = n.length === 3 ? acrossNormal(point3(n)) : ([x = 0, y = 0]: Vec): Point => [(n[1] ?? 0) * x - (n[0] ?? 0) * y, (n[0] ?? 0) * x + (n[1] ?? 0) * y];
  const all = near.map(flat);
  const middle: Point = [mid(all.map((p) => p[0])), mid(all.map((p) => p[1]))];
  const reach = Math.max(...all.map((p) => Math.hypot(p[0] - middle[0], p[1] - middle[1])), 1e-300);
  return {
    flat: (p) => {
      const [x, y] = flat(p);
      return [x - middle[0], y - middle[1]];
    },
    span: all.length > 1 && reach > 1e-300 ? 3.3 * reach : 2,
  };
}

/** The smaller of two faces, because the other may be a floor. A single corner has no size. */
function smaller(a: readonly Vec[], b: readonly Vec[]): readonly Vec[] {
  const size = (points: readonly Vec[]): number => Math.max(...points.map((p) => Math.hypot(...p.map((x, k) => x - (points[0]?.[k] ?? 0)))));
  const [sizeA, sizeB] = [size(a), size(b)];
  return sizeB === 0 || (sizeA > 0 && sizeA <= sizeB) ? a : b;
}

/** Two axes perpendicular to the normal, with x to the right if possible. */
function acrossNormal(n: Point3): (p: Vec) => Point {
  const helper: Point3 = Math.abs(n[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0];
  const u = unit(add(helper, n, -dot(helper, n)));
  const v = cross(n, u);
  return (p) => [dot(u, point3(p)), dot(v, point3(p))];
}

function unit(v: Point3): Point3 {
  const length = Math.hypot(...v) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}

function mid(list: readonly number[]): number {
  return (Math.min(...list) + Math.max(...list)) / 2;
}

export function drawAcross(place: Place, view: View2): Draw {
  const { facing, cuts, kind } = place;
  const solid = facing.normal.length === 3;
  return (pen, frame) => {
    const at = (p: Vec): Point => frame.at(view.flat(p));
    for (const side of ["a", "b"] as const) drawFace(pen, outlineOf(place, side).map(at), facing[side].map(at), side);
    cuts.forEach((cut, i) => {
      const now = kind === "cut" && i === cuts.length - 1;
      if (now) pen.path(cut.ends.map(at), false, { stroke: cut.of, width: 4, dash: [1, 7] });
      if (cut.left.length === 2) pen.path(cut.left.map(at), false, { stroke: now ? "direction" : "simplex", width: now ? 6 : 3 });
      if (now) for (const end of cut.left) pen.disc(at(end), 5, { fill: "direction", stroke: "paper", width: 1.5 });
    });
    drawTouches(pen, place, at, solid);
    if (!solid) {
      pen.path([[28, frame.height - 28], [28, frame.height - 74]], false, { stroke: "direction", width: 2.5 });
      pen.path([[28, frame.height - 82], [23, frame.height - 70], [33, frame.height - 70]], true, { fill: "direction" });
      pen.label([42, frame.height - 74], "n", "direction");
    }
  };
}

function drawFace(pen: Pen, outline: Point[], points: Point[], side: "a" | "b"): void {
  if (points.length > 2) pen.path(outline, true, { fill: side, opacity: 0.16, stroke: side, width: 2.25 });
  else if (points.length === 2) pen.path(points, false, { stroke: side, width: 4 });
  for (const p of points) mark(pen, side, p, points.length === 1 ? 6 : 3.5);
}

/** The newest has a ring. Of all candidates, the kept ones are filled and numbered. */
function drawTouches(pen: Pen, { touches, kept, kind }: Place, at: (p: Vec) => Point, solid: boolean): void {
  if (kept && kept.length > 2 && solid) pen.path(around(kept.map((i) => touchAt(touches[i], at))), true, { fill: "simplex", opacity: 0.14, stroke: "simplex", width: 1.5, dash: [5, 4] });
  touches.forEach((touch, i) => {
    const [a, b] = [at(touch.a), at(touch.b)];
    const newest = kind === "touch" && i === touches.length - 1;
    const order = kept?.indexOf(i) ?? -1;
    if (!solid) pen.path([a, b], false, { stroke: "simplex", width: 2 });
    if (kept && order < 0) {
      for (const d of [-1, 1]) pen.path([[b[0] - 5, b[1] - 5 * d], [b[0] + 5, b[1] + 5 * d]], false, { stroke: "muted", width: 2 });
      return;
    }
    if (!solid) pen.disc(a, 4, { fill: "paper", stroke: "simplex", width: 2 });
    pen.disc(b, kept ? 6 : 4.5, { fill: "simplex", stroke: "paper", width: 1.5 });
    if (newest) pen.disc(b, 12, { stroke: "direction", width: 3 });
    if (newest || kept) pen.label([b[0], b[1] - 20], kept ? `${order + 1}: ${shown(touch.separation, 3)}` : shown(touch.separation, 3), "simplex");
  });
}

function touchAt(touch: Touch<Vec> | undefined, at: (p: Vec) => Point): Point {
  return touch ? at(touch.b) : [0, 0];
}

/** In order around their centre, so that the outline does not cross itself. */
function around(points: readonly Point[]): Point[] {
  const [x, y] = [points.reduce((s, p) => s + p[0], 0) / points.length, points.reduce((s, p) => s + p[1], 0) / points.length];
  return [...points].sort((p, q) => Math.atan2(p[1] - y, p[0] - x) - Math.atan2(q[1] - y, q[0] - x));
}
