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
  if (signed_distance === null) return;
  const name = `${answer.status === "overlapping" ? "depth" : "gap"} ${shown(Math.abs(signed_distance), 3)}`;
  // Beside a long line there is room. Beside a short one there are handles, so the label is in the
  // corner of the panel.
  if (Math.hypot(b[0] - a[0], b[1] - a[1]) > 90) pen.label([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - 14], name, "ink");
  else pen.label([14, frame.height - 18], name, "ink", "start");
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
