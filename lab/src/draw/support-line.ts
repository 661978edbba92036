/** The support line of a direction: no point of the set is beyond it. */
import type { Frame } from "../plane/frame";
import type { Point } from "../state/pair";
import type { Pen, Role } from "./pen";

export function drawSupportLine(pen: Pen, frame: Frame, through: Point, d: Point, role: Role = "direction", dash: readonly number[] = []): void {
  const [x, y] = frame.at(through);
  const [ux, uy] = frame.towards(d);
  const r = frame.beyond;
  pen.path([[x - uy * r, y + ux * r], [x + uy * r, y - ux * r]], false, { stroke: role, width: 1.75, dash });
}

/** The half-plane beyond it, hatched: no point of the set is there. */
export function drawBeyond(pen: Pen, frame: Frame, through: Point, d: Point, role: Role = "direction"): void {
  const [x, y] = frame.at(through);
  const [ux, uy] = frame.towards(d);
  const r = frame.beyond;
  pen.path(
    [
      [x - uy * r, y + ux * r],
      [x + uy * r, y - ux * r],
      [x + uy * r + ux * r, y - ux * r + uy * r],
      [x - uy * r + ux * r, y + ux * r + uy * r],
    ],
    true,
    { fill: role, opacity: 0.3, hatch: true },
  );
}
