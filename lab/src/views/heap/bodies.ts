/** What bodies of a heap are called: those that fall have the numbers of the figure. */
import type { Shape } from "../../state/pair";

/** The bodies of the box, which come first. */
export const BOX = ["floor", "left side", "right side"] as const;

/** The number in the figure of a body that falls. */
export function numberOf(body: number): number {
  return body - BOX.length + 1;
}

/** "the floor", "body 3, a box". */
export function called(body: number, shape: Shape | undefined): string {
  const part = BOX[body];
  return part === undefined ? `body ${numberOf(body)}, ${kindOf(shape)}` : `the ${part}`;
}

/** For lists: "floor", "3, a box". */
export function listed(body: number, shape: Shape | undefined): string {
  return BOX[body] ?? `${numberOf(body)}, ${kindOf(shape)}`;
}

function kindOf(shape: Shape | undefined): string {
  if (shape?.kind === "hull") return shape.margin === undefined ? "a polygon" : "a rounded polygon";
  return shape?.kind === "circle" ? "a disc" : `a ${shape?.kind ?? "body"}`;
}
