/** A faint grid with round steps, so that sizes can be read. */
import type { Frame } from "../plane/frame";
import type { Point } from "../state/pair";
import type { Pen } from "./pen";

export function drawGrid(pen: Pen, frame: Frame): void {
  const step = roundStep(64 / frame.scale);
  const [left, bottom] = frame.world([0, frame.height]);
  const [right, top] = frame.world([frame.width, 0]);
  for (let i = Math.ceil(left / step); i * step <= right; i += 1) line(pen, frame, [i * step, bottom], [i * step, top], i === 0);
  for (let i = Math.ceil(bottom / step); i * step <= top; i += 1) line(pen, frame, [left, i * step], [right, i * step], i === 0);
}

function line(pen: Pen, frame: Frame, from: Point, to: Point, main: boolean): void {
  pen.path([frame.at(from), frame.at(to)], false, { stroke: "line", width: main ? 1.5 : 1 });
}

/** The least of 1, 2 and 5 times a power of ten that is not below `x`. */
export function roundStep(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * ([1, 2, 5].find((m) => m * power >= x) ?? 10);
}
