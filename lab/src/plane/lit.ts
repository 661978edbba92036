/**
 * Highlighting. The pointer or the focus is at a corner of A, of B or of A − B: it is highlighted in
 * both panels, and in the charts the steps with this support point. A step of a chart or of the slider
 * highlights its support point.
 */
import type { Pen } from "../draw/pen";
import type { Point, Side } from "../state/pair";
import type { Scene } from "../views/view";
import type { Frame } from "./frame";

/** Indices of corners of A and of B; an empty list means any. */
export interface Lit {
  a: readonly number[];
  b: readonly number[];
}

/** The distance from a corner in pixels. */
const NEAR = 14;

interface Corner {
  at: Point;
  lit: Lit;
  name: string;
}

/** The corners with names in a panel, in its pixels; points inside a hull keep theirs. */
function cornersOf(scene: Scene, panel: "shapes" | "difference", frame: Frame): Corner[] {
  if (panel === "difference") {
    const { difference, solids } = scene;
    const of = (at: Point, [a, b]: readonly [number, number]): Corner => ({ at, lit: { a: [a], b: [b] }, name: `a${a}−b${b}` });
    const found = solids
      ? (solids.difference && !solids.difference.curved ? solids.difference.vertices.map((p, i) => of(frame.at3(p), solids.difference?.from[i] ?? [-1, -1])) : [])
      : (difference?.corners ?? []).map((p, i) => of(frame.at(p), difference?.from[i] ?? [-1, -1]));
    return found.filter(({ lit }) => (lit.a[0] ?? -1) >= 0 && (lit.b[0] ?? -1) >= 0);
  }
  return (["a", "b"] as const).flatMap((side) => {
    const own = (at: Point, id: number): Corner => ({ at, lit: side === "a" ? { a: [id], b: [] } : { a: [], b: [id] }, name: `${side}${id}` });
    const { solids } = scene;
    if (solids) return solids[side].curved || solids[side].dented === true ? [] : solids[side].vertices.map((p, i) => own(frame.at3(p), i));
    const { corners, ids, inside } = scene[side];
    const all = [...corners.map((at, i) => ({ at, id: ids[i] ?? -1 })), ...inside];
    return all.filter(({ id }) => id >= 0).map(({ at, id }) => own(frame.at(at), id));
  });
}

/** The corner below a pixel, or null. */
export function litAt(scene: Scene, panel: "shapes" | "difference", frame: Frame, [x, y]: Point): Lit | null {
  let [best, least]: [Lit | null, number] = [null, NEAR];
  for (const { at, lit } of cornersOf(scene, panel, frame)) {
    const off = Math.hypot(at[0] - x, at[1] - y);
    if (off < least) [best, least] = [lit, off];
  }
  return best;
}

/**
 * Reports the position of the mouse in a panel, or the handle with the focus; null if there is
 * neither.
 */
export function listenToHover(element: HTMLElement, tell: (at: Point | null) => void): void {
  const look = (x: number, y: number): void => {
    const box = element.getBoundingClientRect();
    tell([x - box.left, y - box.top]);
  };
  element.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && event.buttons === 0) look(event.clientX, event.clientY);
  });
  element.addEventListener("focusin", (event) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches(".handle:focus-visible")) return;
    look(...middleOf(event.target));
  });
  // A handle that is dragged keeps its light, also if another one had the focus.
  element.addEventListener("pointerdown", (event) => {
    if (event.target instanceof HTMLElement && event.target.matches(".handle")) look(...middleOf(event.target));
  });
  element.addEventListener("focusout", (event) => {
    if (!(event.relatedTarget instanceof Node && element.contains(event.relatedTarget))) tell(null);
  });
  element.addEventListener("pointerleave", () => { tell(null); });
}

function middleOf(element: HTMLElement): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** Do both highlight a common corner? */
export function meets(p: Lit, q: Lit): boolean {
  const some = (one: readonly number[], other: readonly number[]): boolean => one.length === 0 || other.length === 0 || one.some((i) => other.includes(i));
  return some(p.a, q.a) && some(p.b, q.b);
}

export function drawLit(pen: Pen, frame: Frame, scene: Scene, panel: "shapes" | "difference", lit: Lit): void {
  const found = cornersOf(scene, panel, frame).filter((corner) => (panel === "difference" ? meets(lit, corner.lit) : sideOf(corner.lit).some((side) => lit[side].includes(corner.lit[side][0] ?? -1))));
  for (const { at } of found) {
    pen.disc(at, 13, { fill: "direction", opacity: 0.25, stroke: "direction", width: 3 });
  }
  // More names would cover the figure.
  if (found.length <= 3) for (const { at, name } of found) pen.label([at[0], at[1] - 23], name, "direction");
}

function sideOf(lit: Lit): Side[] {
  return (["a", "b"] as const).filter((side) => lit[side].length > 0);
}
