/** A pen that writes an SVG file. */
import type { Point } from "../state/pair";
import type { Palette } from "./palette";
import type { Ink, Pen, Role } from "./pen";

export class SvgPen implements Pen {
  private readonly marks: string[] = [];
  private readonly hatches = new Set<Role>();

  constructor(private readonly colours: Palette) {}

  path(points: readonly Point[], closed: boolean, ink: Ink): void {
    this.paths([points], closed, ink);
  }

  paths(all: readonly (readonly Point[])[], closed: boolean, ink: Ink): void {
    const line = (points: readonly Point[]): string => points.map((p, i) => `${i === 0 ? "M" : "L"}${place(p)}`).join("") + (closed ? "Z" : "");
    const d = all.filter((points) => points.length > 0).map(line).join("");
    if (d !== "") this.marks.push(`<path d="${d}"${this.style(ink)}/>`);
  }

  disc(at: Point, radius: number, ink: Ink): void {
    this.marks.push(`<circle cx="${at[0].toFixed(1)}" cy="${at[1].toFixed(1)}" r="${radius.toFixed(1)}"${this.style(ink)}/>`);
  }

  label(at: Point, text: string, role: Role, anchor: "start" | "middle" | "end" = "middle"): void {
    const safe = text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
    this.marks.push(
      `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" fill="${this.colours.label[role]}" text-anchor="${anchor}" ` +
        `dominant-baseline="central" paint-order="stroke" stroke="${this.colours.paper}" stroke-width="4" stroke-linejoin="round">${safe}</text>`,
    );
  }

  /** Moves everything that `draw` draws, for panels side by side. */
  group(x: number, y: number, width: number, height: number, draw: () => void): void {
    this.marks.push(`<svg x="${x}" y="${y}" width="${width}" height="${height}">`);
    draw();
    this.marks.push("</svg>");
  }

  text(width: number, height: number, title: string): string {
    const hatches = [...this.hatches].map(
      (role) =>
        `<pattern id="hatch-${role}" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M-2 10L10 -2M-2 2L2 -2M6 10L10 6" stroke="${this.colours[role]}"/></pattern>`,
    );
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" ` +
      `font-family="system-ui, sans-serif" font-size="13" font-weight="600"><title>${title.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</title><defs>${hatches.join("")}</defs>` +
      `<rect width="100%" height="100%" fill="${this.colours.paper}"/>${this.marks.join("\n")}</svg>\n`
    );
  }

  private style(ink: Ink): string {
    let out = "";
    if (ink.fill) {
      if (ink.hatch) this.hatches.add(ink.fill);
      out += ` fill="${ink.hatch ? `url(#hatch-${ink.fill})` : this.colours[ink.fill]}"`;
      if (ink.opacity !== undefined) out += ` fill-opacity="${ink.opacity}"`;
    } else {
      out += ' fill="none"';
    }
    if (ink.stroke) {
      out += ` stroke="${this.colours[ink.stroke]}" stroke-width="${ink.width ?? 1.5}" stroke-linejoin="round" stroke-linecap="round"`;
      if (ink.strokeOpacity !== undefined) out += ` stroke-opacity="${ink.strokeOpacity}"`;
      if (ink.dash) out += ` stroke-dasharray="${ink.dash.join(" ")}"`;
    }
    return out;
  }
}

function place(p: Point): string {
  return `${p[0].toFixed(1)} ${p[1].toFixed(1)}`;
}
