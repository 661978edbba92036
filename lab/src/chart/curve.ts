/**
 * h of A - B over the angle of the direction. It has a kink at each edge normal of A - B. Its minimum
 * is the depth, or minus the widest gap that a line proves. The cursor is the direction in the figure.
 */
import uPlot from "uplot";
import type { Palette } from "../draw/palette";
import { shown } from "../state/numbers";
import type { CurveModel } from "../views/view";
import { axis, band, cursorLine, dot, follow, widthOf } from "./theme";

/** In pixels. */
const HEIGHT = 180;

export class CurveChart {
  private plot: uPlot | null = null;
  private curve: CurveModel | null = null;
  private colours: Palette | null = null;
  private angle = 0;
  private place = 0;
  private lit: readonly number[] = [];

  constructor(
    private readonly element: HTMLElement,
    private readonly onAngle: (angle: number) => void,
    private readonly onHover: (angle: number | null) => void,
  ) {
    follow(element, (width) => this.plot?.setSize({ width, height: HEIGHT }));
  }

  /** Highlights the marks of these places. */
  light(places: readonly number[]): void {
    if (places.join() === this.lit.join()) return;
    this.lit = places;
    this.plot?.redraw(false);
  }

  show(curve: CurveModel, colours: Palette): void {
    this.curve = curve;
    const data: uPlot.AlignedData = [curve.angles.map(inTurns), curve.h];
    if (this.plot && this.colours === colours) {
      this.plot.setData(data);
      return;
    }
    this.colours = colours;
    this.plot?.destroy();
    this.element.replaceChildren();
    this.plot = new uPlot(
      {
        width: widthOf(this.element),
        height: HEIGHT,
        pxAlign: 0,
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false, range: [0, 360] }, y: { range: (_u, low, high) => padded(low, high) } },
        axes: [
          { ...axis(colours, "direction", 34), incrs: [30, 45, 90], values: (_u, ticks) => ticks.map((t) => `${t}°`) },
          { ...axis(colours, "h", 52), values: (_u, ticks) => ticks.map((t) => shown(t, 1)) },
        ],
        series: [{}, { label: "h", stroke: colours.difference, width: 2, points: { show: false } }],
        hooks: { draw: [(u): void => { this.overlay(u); }] },
      },
      data,
      this.element,
    );
    this.plot.over.onmousemove = (event): void => { this.onHover(((this.plot?.posToVal(event.offsetX, "x") ?? 0) * Math.PI) / 180); };
    this.plot.over.onmouseleave = (): void => { this.onHover(null); };
    this.plot.over.onclick = (event): void => {
      this.onAngle(((this.plot?.posToVal(event.offsetX, "x") ?? 0) * Math.PI) / 180);
    };
  }

  /** The cursor, the kinks, the directions measured so far, and the minimum. */
  private overlay(u: uPlot): void {
    const { curve, colours } = this;
    if (!curve || !colours) return;
    for (const m of curve.marks) if (this.lit.includes(m.place)) band(u, inDegrees(m.angle), colours.direction);
    cursorLine(u, inDegrees(this.angle), colours.direction);
    for (const i of curve.kinks) dot(u, inTurns(curve.angles[i] ?? 0), curve.h[i] ?? 0, 3, colours.difference);
    for (const m of curve.marks) {
      const now = m.place === this.place;
      if (m.place <= this.place) dot(u, inDegrees(m.angle), m.value, now ? 5 : 4, now ? colours.direction : colours.simplex);
    }
  }

  at(angle: number, place: number): void {
    this.angle = angle;
    this.place = place;
    this.plot?.redraw(false);
  }
}

/** An angle of up to one turn in degrees; a full turn is 360. */
function inTurns(angle: number): number {
  return (angle * 180) / Math.PI;
}

/** An angle as 0 to 360 degrees. */
function inDegrees(angle: number): number {
  return ((((angle * 180) / Math.PI) % 360) + 360) % 360;
}

/** The axis always contains 0, because the sign of h is the answer. */
function padded(low: number, high: number): [number, number] {
  const [a, b] = [Math.min(low, 0), Math.max(high, 0)];
  const room = (b - a || 1) * 0.08;
  return [a - room, b + room];
}
