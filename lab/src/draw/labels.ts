/**
 * Labels are drawn last. They do not overlap each other, marks, handles or the edge of the panel: a
 * label that would is moved to the nearest of some places around it that are free; if none is, to one that is over no
 * handle. The same labels in the same order get the same places, so that each place of the slider has
 * one picture.
 */
import type { Point } from "../state/pair";
import type { Ink, Pen, Role } from "./pen";

/** Left, top, right, bottom, in pixels. */
export type Box = readonly [number, number, number, number];

interface Label {
  at: Point;
  text: string;
  role: Role;
  anchor: "start" | "middle" | "end";
  stays: boolean;
}

/** About half the height of a line of labels, with its halo. */
const HALF = 9;
/** The radius of the largest mark. Labels may be over larger discs. */
const MARK = 8;
/** The distance of labels from the edge, in pixels. */
const EDGE = 3;
/** The offsets at which a label may be, the nearest first. */
const MOVES: readonly Point[] = [[0, 0], ...[9, 16, 24, 34, 46].flatMap((r) => Array.from({ length: 12 }, (_, i): Point => [r * Math.cos((i * Math.PI) / 6), -r * Math.sin((i * Math.PI) / 6)]))];

export class LabelPen implements Pen {
  private readonly labels: Label[] = [];
  private readonly marks: Box[] = [];

  /** `taken` are boxes that labels must not be over. */
  constructor(
    private readonly pen: Pen,
    private readonly width: number,
    private readonly height: number,
    private readonly taken: readonly Box[],
  ) {}

  path(points: readonly Point[], closed: boolean, ink: Ink): void {
    this.pen.path(points, closed, ink);
  }

  paths(all: readonly (readonly Point[])[], closed: boolean, ink: Ink): void {
    this.pen.paths(all, closed, ink);
  }

  /** A small disc is a mark, and labels do not overlap it. */
  disc(at: Point, radius: number, ink: Ink): void {
    if (radius <= MARK) this.marks.push(around(at, radius));
    this.pen.disc(at, radius, ink);
  }

  label(at: Point, text: string, role: Role, anchor: Label["anchor"] = "middle", stays = false): void {
    if (text !== "") this.labels.push({ at, text, role, anchor, stays });
  }

  /** Draws the labels that were asked for. */
  finish(): void {
    const taken = [...this.taken, ...this.marks];
    // Those that stay are first, so that the others make room.
    for (const label of [...this.labels].sort((p, q) => Number(q.stays) - Number(p.stays))) {
      const places = MOVES.map((by) => this.inside(label, by));
      const isFree = (boxes: readonly Box[]) => ({ box }: { box: Box }): boolean => !boxes.some((other) => meet(box, other));
      // Where nothing is free, a label may be over a mark or another label, but over no handle or button.
      const free = label.stays ? places[0] : places.find(isFree(taken)) ?? places.find(isFree(this.taken)) ?? places[0];
      if (!free) continue;
      taken.push(free.box);
      this.pen.label(free.at, label.text, label.role, label.anchor);
    }
  }

  /** A label that is moved, but stays inside of the panel. */
  private inside({ at, text, anchor }: Label, [dx, dy]: Point): { at: Point; box: Box } {
    const width = widthOf(text);
    const left = at[0] + dx - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
    const x = Math.max(EDGE, Math.min(this.width - EDGE - width, left)) - left;
    const y = Math.max(EDGE + HALF, Math.min(this.height - EDGE - HALF, at[1] + dy));
    return { at: [at[0] + dx + x, y], box: [left + x, y - HALF, left + x + width, y + HALF] };
  }
}

function meet(p: Box, q: Box): boolean {
  return p[0] < q[2] && q[0] < p[2] && p[1] < q[3] && q[1] < p[3];
}

/**
 * The approximate width of a label with its halo, in a wide font: the same for the canvas and for
 * files.
 */
function widthOf(text: string): number {
  let width = 4;
  for (const c of text) width += " .,:ijl|'".includes(c) ? 5 : 9.4;
  return width;
}

/** A square with this half edge around a point. */
export function around([x, y]: Point, half: number): Box {
  return [x - half, y - half, x + half, y + half];
}
