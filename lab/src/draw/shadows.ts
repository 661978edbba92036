/** The projections of two shapes on an axis, drawn on a line beside the shapes, and their overlap. */
import type { Outline } from "../engine/types";
import type { Frame } from "../plane/frame";
import type { Point } from "../state/pair";
import type { Ink, Pen, Role } from "./pen";

/** The projection of a shape on a direction, for drawing. */
function shadow(body: Outline, d: Point): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const [x, y] of body.outline) {
    const s = x * d[0] + y * d[1];
    low = Math.min(low, s);
    high = Math.max(high, s);
  }
  return [low, high];
}

export function drawShadows(pen: Pen, frame: Frame, a: Outline, b: Outline, d: Point): void {
  const across: Point = [-d[1], d[0]];
  // The line is below the shapes or beside them, and inside of the panel.
  const side = across[1] > 0 || (across[1] === 0 && across[0] > 0) ? -1 : 1;
  const middle = frame.center[0] * across[0] + frame.center[1] * across[1];
  const [ea, eb] = [shadow(a, across), shadow(b, across)];
  const extent = side > 0 ? Math.max(ea[1], eb[1]) - middle : middle - Math.min(ea[0], eb[0]);
  const room = Math.min(frame.width, frame.height) / 2 - 20;
  const rail = middle + side * Math.min(extent + 34 / frame.scale, room / frame.scale);
  const at = (s: number, lift: number): Point => {
    const h = rail - (side * lift) / frame.scale;
    return frame.at([s * d[0] + h * across[0], s * d[1] + h * across[1]]);
  };
  const [ra, rb] = [shadow(a, d), shadow(b, d)];
  const middleS = frame.center[0] * d[0] + frame.center[1] * d[1];
  const far = frame.beyond / frame.scale;
  pen.path([at(middleS - far, 0), at(middleS + far, 0)], false, { stroke: "muted", width: 1 });
  bar(pen, at, ra, 5, "a");
  bar(pen, at, rb, -5, "b");
  const [low, high] = [Math.max(ra[0], rb[0]), Math.min(ra[1], rb[1])];
  const ink: Ink = { stroke: low <= high ? "direction" : "good", width: 2, dash: [2, 4] };
  for (const s of [low, high]) pen.path([at(s, -14), at(s, 2 * room)], false, ink);
}

function bar(pen: Pen, at: (s: number, lift: number) => Point, range: [number, number], lift: number, role: Role): void {
  pen.path([at(range[0], lift), at(range[1], lift)], false, { stroke: role, width: 7, strokeOpacity: 0.9 });
}
