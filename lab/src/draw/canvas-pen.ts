/** A pen that draws on a canvas. */
import type { Point } from "../state/pair";
import type { Palette } from "./palette";
import type { Ink, Pen, Role } from "./pen";

export class CanvasPen implements Pen {
  private readonly hatches = new Map<Role, CanvasPattern | null>();

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly colours: Palette,
  ) {}

  path(points: readonly Point[], closed: boolean, ink: Ink): void {
    this.paths([points], closed, ink);
  }

  paths(all: readonly (readonly Point[])[], closed: boolean, ink: Ink): void {
    const c = this.context;
    if (all.every((points) => points.length === 0)) return;
    c.beginPath();
    for (const points of all) {
      points.forEach(([x, y], i) => {
        if (i === 0) c.moveTo(x, y);
        else c.lineTo(x, y);
      });
      if (closed) c.closePath();
    }
    this.paint(ink);
  }

  disc(at: Point, radius: number, ink: Ink): void {
    this.context.beginPath();
    this.context.arc(at[0], at[1], radius, 0, 2 * Math.PI);
    this.paint(ink);
  }

  label(at: Point, text: string, role: Role, anchor: "start" | "middle" | "end" = "middle"): void {
    const c = this.context;
    c.font = "600 13px system-ui, sans-serif";
    c.textAlign = anchor === "middle" ? "center" : anchor;
    c.textBaseline = "middle";
    c.lineJoin = "round";
    c.lineWidth = 4;
    c.strokeStyle = this.colours.paper;
    c.strokeText(text, at[0], at[1]);
    c.fillStyle = this.colours.label[role];
    c.fillText(text, at[0], at[1]);
  }

  private paint(ink: Ink): void {
    const c = this.context;
    if (ink.fill) {
      c.globalAlpha = ink.opacity ?? 1;
      c.fillStyle = ink.hatch ? (this.hatched(ink.fill) ?? this.colours[ink.fill]) : this.colours[ink.fill];
      c.fill();
    }
    if (ink.stroke) {
      c.globalAlpha = ink.strokeOpacity ?? 1;
      c.strokeStyle = this.colours[ink.stroke];
      c.lineWidth = ink.width ?? 1.5;
      c.lineJoin = "round";
      c.lineCap = "round";
      c.setLineDash(ink.dash ? [...ink.dash] : []);
      c.stroke();
    }
    c.globalAlpha = 1;
  }

  private hatched(role: Role): CanvasPattern | null {
    const known = this.hatches.get(role);
    if (known !== undefined) return known;
    const tile = document.createElement("canvas");
    tile.width = tile.height = 16;
    const t = tile.getContext("2d");
    if (!t) return null;
    t.strokeStyle = this.colours[role];
    t.lineWidth = 2;
    for (const x of [-16, 0, 16]) {
      t.moveTo(x, 16);
      t.lineTo(x + 16, 0);
    }
    t.stroke();
    const pattern = this.context.createPattern(tile, "repeat");
    pattern?.setTransform(new DOMMatrix().scale(0.5));
    this.hatches.set(role, pattern);
    return pattern;
  }
}
