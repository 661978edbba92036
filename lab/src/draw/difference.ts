/** The Minkowski difference A - B and the origin O, which never moves. */
import type { Difference } from "../engine/types";
import type { Frame } from "../plane/frame";
import type { Point } from "../state/pair";
import { mean } from "./body";
import type { Pen } from "./pen";

/** `ghost`: faintly, if the algorithm does not compute it. */
export function drawDifference(pen: Pen, frame: Frame, difference: Difference, ghost = false): void {
  pen.path(frame.all(difference.outline), true, {
    fill: "difference",
    opacity: ghost ? 0.08 : 0.16,
    stroke: "difference",
    width: ghost ? 1.25 : 2.25,
    ...(ghost ? { dash: [3, 5], strokeOpacity: 0.75 } : {}),
  });
}

/** Rings at the corners, each with the names of its two vertices. */
export function drawPairs(pen: Pen, frame: Frame, difference: Difference, lit: number | null): void {
  const middle = mean(difference.corners);
  difference.corners.forEach((corner, i) => {
    const at = frame.at(corner);
    ring(pen, at, i === lit ? 6 : 3.5);
    const from = difference.from[i];
    if (from && from[0] >= 0 && from[1] >= 0 && (difference.corners.length <= 12 || i === lit)) {
      const away = frame.towards([corner[0] - middle[0], corner[1] - middle[1]]);
      pen.label([at[0] + away[0] * 27, at[1] + away[1] * 16], `a${from[0]}−b${from[1]}`, i === lit ? "simplex" : "difference");
    }
  });
}

export function ring(pen: Pen, at: Point, size: number): void {
  pen.disc(at, size, { fill: "paper", stroke: "difference", width: 2 });
}

/** A crosshair. `inside`: does the difference contain it? */
export function drawOrigin(pen: Pen, frame: Frame, inside: boolean | null): void {
  const at = frame.at([0, 0]);
  if (inside === true) pen.disc(at, 15, { fill: "origin", opacity: 0.13 });
  pen.disc(at, 8, { stroke: "origin", width: 2 });
  for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
    pen.path([[at[0] + 4 * x, at[1] + 4 * y], [at[0] + 13 * x, at[1] + 13 * y]], false, { stroke: "origin", width: 2 });
  }
  pen.label([at[0] + 15, at[1] + 16], "O", "origin");
}
