/** Clicks and taps on a canvas; the end of a drag is none. */
import type { Point } from "../state/pair";

/** A pointer that has moved farther, in pixels, has dragged. */
const STILL = 5;

export function listenToClicks(canvas: HTMLCanvasElement, click: (at: Point) => void): void {
  let from: Point | null = null;
  canvas.addEventListener("pointerdown", (event) => { from = [event.offsetX, event.offsetY]; });
  canvas.addEventListener("click", (event) => {
    const at: Point = [event.offsetX, event.offsetY];
    if (from && Math.hypot(at[0] - from[0], at[1] - from[1]) <= STILL) click(at);
    from = null;
  });
}
