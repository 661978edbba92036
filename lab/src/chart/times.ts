/**
 * The clearance over time with the proofs of a cast: straight lines, each from the gap at its time
 * down to 0. Below, the intervals of time that they prove.
 */
import uPlot from "uplot";
import type { Palette } from "../draw/palette";
import { shown } from "../state/numbers";
import type { Times } from "../views/view";
import { axis, cursorLine, dot, follow, widthOf } from "./theme";

/** The height of the strip of intervals at the bottom of the chart, in pixels. */
const STRIP = 14;

/** In pixels. */
const HEIGHT = 190;

export class TimesChart {
  private plot: uPlot | null = null;
  private times: Times | null = null;
  private colours: Palette | null = null;
  private place = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly onPlace: (place: number) => void,
  ) {
    follow(element, (width) => this.plot?.setSize({ width, height: HEIGHT }));
  }

  /** During a drag only the proofs are shown, without the clearance. */
  show(times: Times, colours: Palette, rests: boolean): void {
    this.times = times;
    const data: uPlot.AlignedData = [times.times, rests ? times.clearance() : proven(times)];
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
        scales: { x: { time: false, range: (_u, low, high) => [low, high > low ? high : low + 1] }, y: { range: (u, low, high) => this.heights(u, low, high) } },
        axes: [
          { ...axis(colours, "time", 34), values: (_u, ticks) => ticks.map((t) => shown(t, 2)) },
          { ...axis(colours, "clearance", 52), values: (_u, ticks) => ticks.map((t) => shown(t, 2)) },
        ],
        series: [{}, { label: "clearance", stroke: colours.difference, width: 1.75, points: { show: false }, spanGaps: false }],
        hooks: { draw: [(u): void => { this.overlay(u); }] },
      },
      data,
      this.element,
    );
    this.plot.over.onclick = (event): void => { this.onPlace(this.nearest(this.plot?.posToVal(event.offsetX, "x") ?? 0)); };
  }

  at(place: number): void {
    this.place = place;
    this.plot?.redraw(false);
  }

  /** The scale contains 0, and leaves room for the strip below all curves. */
  private heights(u: uPlot, low: number, high: number): [number, number] {
    const [a, b] = [Math.min(low, 0), Math.max(high, 0)];
    const room = (b - a || 1) * 0.08;
    const tall = u.bbox.height / (window.devicePixelRatio || 1) || 120;
    return [a - room - ((b - a || 1) * (STRIP + 8)) / Math.max(60, tall - STRIP), b + room];
  }

  private overlay(u: uPlot): void {
    const { times, colours } = this;
    if (!times || !colours) return;
    const now = times.times[this.place] ?? 0;
    if (times.impact !== null) cursorLine(u, times.impact, colours.good, [4, 4]);
    level(u, 0, colours.muted);
    const current = times.stretches.findLastIndex((s) => s.from <= now && now <= s.to);
    times.stretches.forEach((s, k) => {
      if (s.gaps.every(Number.isFinite)) segment(u, [s.from, s.gaps[0]], [s.to, s.gaps[1]], k === current ? 3 : 1.5, colours.direction);
      if (Number.isFinite(s.gaps[0])) dot(u, s.from, s.gaps[0], k === current ? 5 : 3, colours.direction);
      bar(u, s.from, s.to, k === current, k % 2 === 1, colours.direction);
    });
    cursorLine(u, now, colours.ink);
  }

  private nearest(time: number): number {
    let [best, least] = [0, Infinity];
    (this.times?.times ?? []).forEach((t, i) => {
      if (Math.abs(t - time) < least) [best, least] = [i, Math.abs(t - time)];
    });
    return best;
  }
}

/** The gaps where proofs begin, so that the scale of the chart contains them. */
function proven({ times, stretches }: Times): (number | null)[] {
  return times.map((t) => stretches.find((s) => s.from === t && Number.isFinite(s.gaps[0]))?.gaps[0] ?? null);
}

function inside(u: uPlot, draw: (c: CanvasRenderingContext2D, ratio: number) => void): void {
  const c = u.ctx;
  c.save();
  c.beginPath();
  c.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
  c.clip();
  draw(c, window.devicePixelRatio || 1);
  c.restore();
}

function segment(u: uPlot, from: readonly [number, number], to: readonly [number, number], width: number, colour: string): void {
  inside(u, (c, ratio) => {
    c.strokeStyle = colour;
    c.lineWidth = width * ratio;
    c.lineCap = "round";
    c.beginPath();
    c.moveTo(u.valToPos(from[0], "x", true), u.valToPos(from[1], "y", true));
    c.lineTo(u.valToPos(to[0], "x", true), u.valToPos(to[1], "y", true));
    c.stroke();
  });
}

function level(u: uPlot, y: number, colour: string): void {
  inside(u, (c, ratio) => {
    const at = u.valToPos(y, "y", true);
    c.strokeStyle = colour;
    c.lineWidth = ratio;
    c.beginPath();
    c.moveTo(u.bbox.left, at);
    c.lineTo(u.bbox.left + u.bbox.width, at);
    c.stroke();
  });
}

/** An interval of the strip: full colour at the cursor, else lighter and darker by turns. */
function bar(u: uPlot, from: number, to: number, full: boolean, other: boolean, colour: string): void {
  inside(u, (c, ratio) => {
    const [x0, x1] = [u.valToPos(from, "x", true), u.valToPos(to, "x", true)];
    const y = u.bbox.top + u.bbox.height - STRIP * ratio;
    c.fillStyle = colour;
    c.globalAlpha = full ? 0.9 : other ? 0.25 : 0.45;
    c.fillRect(x0, y, Math.max(1, x1 - x0), STRIP * ratio);
    c.globalAlpha = 1;
    c.fillRect(x0, y, ratio, STRIP * ratio);
  });
}
