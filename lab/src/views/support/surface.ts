/**
 * The support function h of A - B as a surface over the plane of directions: at each d, as high as h(d).
 *
 * h(2 d) = 2 h(d), so the surface is made of rays from O, a cone over the curve of h on the unit circle. While one
 * corner c of A - B is the support point, h(d) = c.d: a flat facet. Facets meet in creases, above the normals of the
 * edges of A - B: what are kinks of the curve over the angle.
 */
import type { Pen } from "../../draw/pen";
import type { Curve } from "../../engine/types";
import type { Frame } from "../../plane/frame";
import type { Point3 } from "../../state/space";
import { shown } from "../../state/numbers";

/** The height of the highest point, in units of the unit circle's radius. */
const HEIGHT = 1.15;
/** So much the surface is lowered, so that both of its sides are in the panel. */
const DOWN = 0.35;

export function drawSurface(pen: Pen, frame: Frame, curve: Curve, place: number): void {
  const most = Math.max(...curve.h.map(Math.abs)) || 1;
  const at = (angle: number, radius: number, h: number): Point3 => [radius * Math.cos(angle), radius * Math.sin(angle), (radius * h * HEIGHT) / most - DOWN];
  const origin: Point3 = [0, 0, -DOWN];
  const rim = curve.angles.map((angle, i) => at(angle, 1, curve.h[i] ?? 0));
  const base = curve.angles.map((angle) => at(angle, 1, 0));
  pen.path(frame.all3(base), true, { stroke: "muted", width: 1.25, dash: [3, 4] });
  // The part that is farther from the eye first.
  const order = facets(curve).map(([from, to]) => ({ from, to, near: frame.orbit.near(rim[Math.floor((from + to) / 2) % rim.length] ?? origin) }));
  for (const { from, to } of order.sort((p, q) => p.near - q.near)) {
    const edge = Array.from({ length: to - from + 1 }, (_, i) => rim[(from + i) % rim.length] ?? origin);
    pen.path(frame.all3([origin, ...edge]), true, { fill: "difference", opacity: 0.13, stroke: "difference", width: 1.25, strokeOpacity: 0.8 });
  }
  pen.path(frame.all3(rim), true, { stroke: "difference", width: 2.25 });
  const [least, lowest] = curve.h.reduce<[number, number]>((best, h, i) => (h < best[0] ? [h, i] : best), [Infinity, 0]);
  pen.disc(frame.at3(rim[lowest] ?? origin), 6, { fill: "good", stroke: "paper", width: 1.5 });
  const [x, y] = frame.at3(rim[lowest] ?? origin);
  pen.label([x, y + 18], shown(least), "good");
  pointer(pen, frame, curve, place, at, origin);
}

/** The direction of the slider, and h above it. */
function pointer(pen: Pen, frame: Frame, { angles, h }: Curve, place: number, at: (angle: number, radius: number, h: number) => Point3, origin: Point3): void {
  const angle = (place / 360) * 2 * Math.PI;
  const nearest = angles.reduce((best, a, i) => (Math.abs(a - angle) < Math.abs((angles[best] ?? 0) - angle) ? i : best), 0);
  const here = h[nearest] ?? 0;
  const [foot, top] = [frame.at3(at(angle, 1, 0)), frame.at3(at(angle, 1, here))];
  pen.path([frame.at3(origin), foot], false, { stroke: "direction", width: 2.5 });
  pen.path([foot, top], false, { stroke: "direction", width: 1.5, dash: [4, 4] });
  pen.disc(foot, 4, { fill: "direction", stroke: "paper", width: 1.5 });
  pen.disc(top, 6, { fill: "direction", stroke: "paper", width: 1.5 });
  pen.label([top[0] + 8, top[1] - 16], `h ${shown(here, 2)}`, "direction");
  const [x, y] = frame.at3(origin);
  pen.disc([x, y], 5, { fill: "origin", stroke: "paper", width: 1.5 });
  pen.label([x - 14, y + 12], "O", "origin");
}

/** Pieces of the curve between kinks, as the numbers of their first and last samples; twelve pieces without kinks. */
function facets({ h, kinks }: Curve): [number, number][] {
  const count = h.length;
  const ends = kinks.length > 1 ? kinks : Array.from({ length: 12 }, (_, i) => Math.floor((i * count) / 12));
  return ends.map((from, i): [number, number] => {
    const next = ends[(i + 1) % ends.length] ?? from;
    return [from, next > from ? next : next + count];
  });
}
