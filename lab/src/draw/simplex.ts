/** The simplex: its corners, the corners that this step removed, and its nearest point. */
import type { Frame } from "../plane/frame";
import type { Point } from "../state/pair";
import type { Pen } from "./pen";

export function drawSimplex(pen: Pen, frame: Frame, corners: readonly Point[], names: readonly string[], dropped: readonly Point[] = []): void {
  const at = frame.all(corners);
  if (corners.length >= 2) {
    pen.path(at, corners.length > 2, { stroke: "simplex", width: 3, ...(corners.length > 2 ? { fill: "simplex" as const, opacity: 0.16 } : {}) });
  }
  for (const p of frame.all(dropped)) {
    for (const q of at) pen.path([p, q], false, { stroke: "simplex", width: 1.5, dash: [1, 5] });
    pen.disc(p, 6, { stroke: "simplex", width: 1.5, fill: "paper", dash: [1, 4] });
  }
  at.forEach((p, i) => {
    pen.disc(p, 6, { fill: "simplex", stroke: "paper", width: 1.5 });
    const name = names[i];
    if (name) pen.label([p[0], p[1] - 17], name, "simplex");
  });
}

/** The newest corner gets a ring around it. */
export function drawNewest(pen: Pen, frame: Frame, corner: Point): void {
  pen.disc(frame.at(corner), 11, { stroke: "simplex", width: 2 });
}

/** The nearest point of the simplex, and the line from it to O. */
export function drawNearest(pen: Pen, frame: Frame, nearest: Point): void {
  const at = frame.at(nearest);
  pen.path([at, frame.at([0, 0])], false, { stroke: "simplex", width: 2, dash: [6, 5] });
  pen.path([[at[0] - 6, at[1]], [at[0], at[1] - 6], [at[0] + 6, at[1]], [at[0], at[1] + 6]], true, { fill: "paper", stroke: "simplex", width: 2 });
}
