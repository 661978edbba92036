/** Contact points: each point on A and its point on B, joined by a line. */
import type { ContactPoint } from "../engine/types";
import type { Frame } from "../plane/frame";
import type { Pen } from "./pen";
import { point } from "./witness";

export function drawContacts(pen: Pen, frame: Frame, points: readonly ContactPoint[]): void {
  for (const p of points) {
    const [a, b] = [frame.at(point(p.point_a)), frame.at(point(p.point_b))];
    pen.path([a, b], false, { stroke: "simplex", width: 2 });
    pen.disc(a, 4, { fill: "paper", stroke: "simplex", width: 2 });
    pen.disc(b, 4, { fill: "simplex", stroke: "paper", width: 1 });
  }
}
