/** The answer between two shapes: witness points, the gap or depth between them, contact points. */
import type { Answer } from "../engine/types";
import type { Frame } from "../plane/frame";
import { shown } from "../state/numbers";
import type { Point } from "../state/pair";
import { drawArrow } from "./arrow";
import { mark } from "./body";
import type { Pen } from "./pen";

export function drawWitness(pen: Pen, frame: Frame, answer: Answer): void {
  const { point_a, point_b, signed_distance } = answer;
  if (!point_a || !point_b) return;
  const [a, b] = [frame.at(point(point_a)), frame.at(point(point_b))];
  pen.path([a, b], false, { stroke: "ink", width: 2, dash: answer.status === "apart" ? [] : [5, 4] });
  mark(pen, "a", a, 5);
  mark(pen, "b", b, 5);
  if (signed_distance !== null) {
    const name = answer.status === "overlapping" ? "depth" : "gap";
    // Below the lower of both points, where handles seldom are.
    pen.label([(a[0] + b[0]) / 2, Math.max(a[1], b[1]) + 24], `${name} ${shown(Math.abs(signed_distance), 3)}`, "ink");
  }
}

/** From A's point along the normal, which points from A to B. */
export function drawNormal(pen: Pen, frame: Frame, answer: Answer): void {
  if (!answer.normal || !answer.point_a) return;
  const from = frame.at(point(answer.point_a));
  const [x, y] = frame.towards(point(answer.normal));
  drawArrow(pen, from, [from[0] + 46 * x, from[1] + 46 * y], "direction");
  pen.label([from[0] + 58 * x, from[1] + 58 * y], "n", "direction");
}

export function point(v: readonly number[]): Point {
  return [v[0] ?? 0, v[1] ?? 0];
}
