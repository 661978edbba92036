/**
 * The chart of the bounds: the lower bound solid, the upper bound dashed, approaching the answer.
 * Dotted, on a logarithmic scale: their difference.
 */
import uPlot from "uplot";
import type { Palette } from "../draw/palette";
import { shown } from "../state/numbers";
import type { Bounds } from "../views/view";
import { axis, band, cursorLine, dot, follow, widthOf } from "./theme";

/** In pixels. */
const HEIGHT = 150;

export class BoundsChart {
  private plot: uPlot | null = null;
  private bounds: Bounds | null = null;
  private colours: Palette | null = null;
  private place = 0;
  private lit: readonly number[] = [];

  constructor(
    private readonly element: HTMLElement,
    private readonly onPlace: (place: number) => void,
    private readonly onHover: (place: number | null) => void,
  ) {
    follow(element, (width) => this.plot?.setSize({ width, height: HEIGHT }));
  }

  /** Highlights these steps. */
  light(places: readonly number[]): void {
    if (places.join() === this.lit.join()) return;
    this.lit = places;
    this.plot?.redraw(false);
  }

  show(bounds: Bounds, colours: Palette): void {
    this.bounds = bounds;
    const data: uPlot.AlignedData = [bounds.lower.map((_, i) => i), bounds.lower, bounds.upper, gaps(bounds)];
    if (this.plot && this.colours === colours) {
      this.plot.setData(data);
      return;
    }
    this.colours = colours;
    this.plot?.destroy();
    this.element.replaceChildren();
    const stepped = uPlot.paths.stepped?.({ align: 1 });
    const line = { points: { show: false }, spanGaps: false, ...(stepped ? { paths: stepped } : {}) };
    this.plot = new uPlot(
      {
        width: widthOf(this.element),
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false, range: (_u, low, high) => [low, Math.max(high, low + 1)] }, gap: { range: (_u, low, high) => decades(low, high) } },
        axes: [
          { ...axis(colours, "step", 34), incrs: [1, 2, 5, 10, 20, 50, 100] },
          { ...axis(colours, "clearance", 52), values: (_u, ticks) => ticks.map((t) => shown(t, 2)) },
          Object.assign(axis(colours, "between them", 52), { scale: "gap", side: 1, grid: { show: false }, values: (_u: uPlot, ticks: number[]) => ticks.map(power) }),
        ],
        series: [
          {},
          { label: "at least", stroke: colours.direction, width: 2.5, ...line },
          { label: "at most", stroke: colours.simplex, width: 2.5, dash: [7, 5], ...line },
          { label: "between them", scale: "gap", stroke: colours.difference, width: 1.75, dash: [1, 4], points: { show: false }, spanGaps: false },
        ],
        hooks: {
          draw: [
            (u): void => {
              for (const place of this.lit) band(u, place, colours.direction);
              cursorLine(u, this.place, colours.muted);
              const [low, high] = [this.bounds?.lower[this.place], this.bounds?.upper[this.place]];
              if (typeof low === "number") dot(u, this.place, low, 4, colours.direction);
              if (typeof high === "number") dot(u, this.place, high, 4, colours.simplex);
            },
          ],
        },
      },
      data,
      this.element,
    );
    const over = this.plot.over;
    over.onmousemove = (event): void => { this.onHover(Math.round(this.plot?.posToVal(event.offsetX, "x") ?? 0)); };
    over.onmouseleave = (): void => { this.onHover(null); };
    over.onclick = (event): void => { this.onPlace(Math.round(this.plot?.posToVal(event.offsetX, "x") ?? 0)); };
  }

  at(place: number): void {
    this.place = place;
    this.plot?.redraw(false);
  }
}

/** The logarithm of the difference of the bounds; null if one is missing or they are equal. */
function gaps({ lower, upper }: Bounds): (number | null)[] {
  return lower.map((low, i) => {
    const high = upper[i];
    return low !== null && typeof high === "number" && Number.isFinite(low) && high - low > 0 ? Math.log10(high - low) : null;
  });
}

/** The whole powers of ten around two numbers, which are null if no bounds differ. */
function decades(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [-1, 0];
  return [Math.floor(low), Math.max(Math.ceil(high), Math.floor(low) + 1)];
}

/** "1e−3" for whole powers, and nothing between them. */
function power(e: number): string {
  return Number.isInteger(e) ? `1e${e}`.replace("-", "−") : "";
}
