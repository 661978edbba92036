/** Marks in 3D: corners, arrows, the origin, the simplex. They are drawn over the solids. */
import type { Frame } from "../plane/frame";
import { add, type Point3 } from "../state/space";
import type { Point } from "../state/pair";
import { drawArrow } from "./arrow";
import type { Pen, Role } from "./pen";

const O: Point3 = [0, 0, 0];

/** An arrow with this length in pixels before foreshortening. */
export function drawArrow3(pen: Pen, frame: Frame, from: Point3, d: Point3, pixels = 62, role: Role = "direction"): void {
  const length = Math.hypot(...d) || 1;
  drawArrow(pen, frame.at3(from), frame.at3(add(from, d, pixels / frame.scale / length)), role);
}

/** The crosshair of the origin with the three axes, faint. */
export function drawOrigin3(pen: Pen, frame: Frame, inside: boolean | null): void {
  const at = frame.at3(O);
  for (const axis of [[1, 0, 0], [0, 1, 0], [0, 0, 1]] as const) {
    pen.path([at, frame.at3(add(O, axis, 44 / frame.scale))], false, { stroke: "muted", width: 1 });
  }
  if (inside === true) pen.disc(at, 15, { fill: "origin", opacity: 0.13 });
  pen.disc(at, 8, { stroke: "origin", width: 2 });
  for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
    pen.path([[at[0] + 4 * x, at[1] + 4 * y], [at[0] + 13 * x, at[1] + 13 * y]], false, { stroke: "origin", width: 2 });
  }
  pen.label([at[0] + 15, at[1] + 16], "O", "origin");
}

/** A simplex of one to four corners. The faces of a tetrahedron are all filled, faintly. */
export function drawSimplex3(pen: Pen, frame: Frame, corners: readonly { at: Point3; name: string }[], dropped: readonly { at: Point3 }[] = []): void {
  const at = corners.map((c) => frame.at3(c.at));
  for (const [i, j, k] of [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]] as const) {
    const [p, q, r] = [at[i], at[j], at[k]];
    if (p && q && r) pen.path([p, q, r], true, { fill: "simplex", opacity: corners.length === 4 ? 0.1 : 0.22 });
  }
  at.forEach((p, i) => { at.slice(i + 1).forEach((q) => { pen.path([p, q], false, { stroke: "simplex", width: 3 }); }); });
  for (const { at: gone } of dropped) {
    const p = frame.at3(gone);
    for (const q of at) pen.path([p, q], false, { stroke: "simplex", width: 1.5, dash: [1, 5] });
    pen.disc(p, 6, { stroke: "simplex", width: 1.5, fill: "paper", dash: [1, 4] });
  }
  const middle: Point = [at.reduce((s, p) => s + p[0], 0) / (at.length || 1), at.reduce((s, p) => s + p[1], 0) / (at.length || 1)];
  at.forEach((p, i) => {
    pen.disc(p, 6, { fill: "simplex", stroke: "paper", width: 1.5 });
    const [dx, dy] = [p[0] - middle[0], p[1] - middle[1]];
    const length = Math.hypot(dx, dy) || 1;
    pen.label([p[0] + (30 * dx) / length, p[1] + (at.length > 1 ? (18 * dy) / length : -18)], corners[i]?.name ?? "", "simplex");
  });
}

export function drawNearest3(pen: Pen, frame: Frame, nearest: Point3): void {
  const [x, y] = frame.at3(nearest);
  pen.path([[x, y], frame.at3(O)], false, { stroke: "simplex", width: 2, dash: [6, 5] });
  pen.path([[x - 6, y], [x, y - 6], [x + 6, y], [x, y + 6]], true, { fill: "paper", stroke: "simplex", width: 2 });
}
