/** Shared by the charts: colours from the style sheet, no animation, the font of the page. */
import type uPlot from "uplot";
import type { Palette } from "../draw/palette";

export const FONT = "12px system-ui, sans-serif";

export function axis(colours: Palette, label: string, size: number): uPlot.Axis {
  return {
    label,
    labelFont: FONT,
    labelSize: 18,
    font: FONT,
    size,
    stroke: colours.muted,
    grid: { stroke: colours.line, width: 1 },
    ticks: { stroke: colours.line, width: 1, size: 4 },
  };
}

/** The width of a chart in its element. A hidden element has none. */
export function widthOf(element: HTMLElement): number {
  return Math.max(200, element.clientWidth);
}

/** A chart has its size in pixels, so it is told each width that its element gets while it is shown. */
export function follow(element: HTMLElement, resize: (width: number) => void): void {
  let last = 0;
  new ResizeObserver(() => {
    const width = element.clientWidth;
    if (width === 0 || width === last) return;
    last = width;
    resize(widthOf(element));
  }).observe(element);
}

/** A vertical line at a place of the x axis, drawn above the chart. */
export function cursorLine(u: uPlot, x: number, colour: string, dash: readonly number[] = []): void {
  const at = u.valToPos(x, "x", true);
  if (!Number.isFinite(at)) return;
  const c = u.ctx;
  const ratio = window.devicePixelRatio || 1;
  c.save();
  c.strokeStyle = colour;
  c.lineWidth = 2 * ratio;
  c.setLineDash(dash.map((d) => d * ratio));
  c.beginPath();
  c.moveTo(at, u.bbox.top);
  c.lineTo(at, u.bbox.top + u.bbox.height);
  c.stroke();
  c.restore();
}

/** A dot at a value, drawn above the chart. */
export function dot(u: uPlot, x: number, y: number, size: number, colour: string): void {
  const ratio = window.devicePixelRatio || 1;
  const c = u.ctx;
  c.save();
  c.fillStyle = colour;
  c.beginPath();
  c.arc(u.valToPos(x, "x", true), u.valToPos(y, "y", true), size * ratio, 0, 2 * Math.PI);
  c.fill();
  c.restore();
}

/** A pale band around a place of the x axis. */
export function band(u: uPlot, x: number, colour: string): void {
  const ratio = window.devicePixelRatio || 1;
  const c = u.ctx;
  c.save();
  c.beginPath();
  c.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
  c.clip();
  c.fillStyle = colour;
  c.globalAlpha = 0.3;
  c.fillRect(u.valToPos(x, "x", true) - 7 * ratio, u.bbox.top, 14 * ratio, u.bbox.height);
  c.restore();
}
