/** Arrows between two points in pixels, and arrows for a direction at a point in the world. */
import type { Frame } from "../plane/frame";
import type { Point } from "../state/pair";
import type { Pen, Role } from "./pen";

export function drawArrow(pen: Pen, from: Point, to: Point, role: Role, width = 2.5): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < 2) return;
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(11, length * 0.6);
  const base: Point = [to[0] - head * ux, to[1] - head * uy];
  pen.path([from, base], false, { stroke: role, width });
  pen.path([to, [base[0] - 0.5 * head * uy, base[1] + 0.5 * head * ux], [base[0] + 0.5 * head * uy, base[1] - 0.5 * head * ux]], true, { fill: role });
}

/** With this length in pixels, along a direction in the world. */
export function drawDirection(pen: Pen, frame: Frame, from: Point, d: Point, pixels = 64, role: Role = "direction"): void {
  const [x, y] = frame.at(from);
  const [ux, uy] = frame.towards(d);
  drawArrow(pen, [x, y], [x + ux * pixels, y + uy * pixels], role);
}
