/** The strip of bounds: the lower one solid, the upper one dashed, closing in on the answer. */
import uPlot from "uplot";
import type { Palette } from "../draw/palette";
import { shown } from "../state/numbers";
import type { Bounds } from "../views/view";
import { axis, cursorLine, dot } from "./theme";

export class BoundsChart {
  private plot: uPlot | null = null;
  private bounds: Bounds | null = null;
  private colours: Palette | null = null;
  private place = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly onPlace: (place: number) => void,
  ) {}

  show(bounds: Bounds, colours: Palette): void {
    this.bounds = bounds;
    const data: uPlot.AlignedData = [bounds.lower.map((_, i) => i), bounds.lower, bounds.upper];
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
        width: Math.max(200, this.element.clientWidth),
        height: 150,
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false, range: (_u, low, high) => [low, Math.max(high, low + 1)] } },
        axes: [
          { ...axis(colours, "step", 34), incrs: [1, 2, 5, 10, 20, 50, 100] },
          { ...axis(colours, "clearance", 52), values: (_u, ticks) => ticks.map((t) => shown(t, 2)) },
        ],
        series: [
          {},
          { label: "at least", stroke: colours.direction, width: 2.5, ...line },
          { label: "at most", stroke: colours.simplex, width: 2.5, dash: [7, 5], ...line },
        ],
        hooks: {
          draw: [
            (u): void => {
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
    over.onclick = (event): void => { this.onPlace(Math.round(this.plot?.posToVal(event.offsetX, "x") ?? 0)); };
  }

  at(place: number): void {
    this.place = place;
    this.plot?.redraw(false);
  }

  resize(): void {
    this.plot?.setSize({ width: Math.max(200, this.element.clientWidth), height: 150 });
  }
}
