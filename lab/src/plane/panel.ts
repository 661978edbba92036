/**
 * One panel of the figure: a canvas, and above it the handles, which are buttons so that the Tab key
 * reaches them.
 */
import { CanvasPen } from "../draw/canvas-pen";
import type { Palette } from "../draw/palette";
import type { Pen } from "../draw/pen";
import type { Point } from "../state/pair";
import type { Orbit } from "../space/orbit";
import { Frame } from "./frame";
import { HandleLayer } from "./handles";

/** The largest density of pixels that is used. */
const MOST_DENSITY = 2;

export class Panel {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly handles: HandleLayer;
  size: { width: number; height: number };
  /** Caption and buttons are over the canvas; on narrow screens they are above and below it. */
  overlaid = true;
  private readonly context: CanvasRenderingContext2D;
  private readonly caption: HTMLElement;

  constructor(parent: HTMLElement, name: string, onResize: () => void) {
    this.element = document.createElement("div");
    this.element.className = `panel panel-${name}`;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.caption = document.createElement("p");
    this.caption.className = "caption";
    this.element.append(this.canvas, this.caption);
    parent.append(this.element);
    const context = this.canvas.getContext("2d");
    if (!context) throw new Error("This browser gives no canvas to draw on.");
    this.context = context;
    this.handles = new HandleLayer(this.element);
    // Reading the element's size in each frame would compute its layout again.
    this.size = this.measured();
    new ResizeObserver(() => {
      this.size = this.measured();
      onResize();
    }).observe(this.canvas);
  }

  private measured(): { width: number; height: number } {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.overlaid = height === this.element.clientHeight;
    return { width, height };
  }

  /** The caption, and the label for screen readers. */
  title(caption: string, label: string): void {
    if (this.caption.textContent !== caption) this.caption.textContent = caption;
    if (this.canvas.getAttribute("aria-label") !== label) this.canvas.setAttribute("aria-label", label);
  }

  frame(center: Point, scale: number, orbit: Orbit): Frame {
    const { width, height } = this.size;
    return new Frame(width, height, center, scale, orbit);
  }

  /** Clears the canvas and draws on it. */
  draw(colours: Palette, draw: (pen: Pen) => void): void {
    const { width, height } = this.size;
    const density = Math.min(MOST_DENSITY, window.devicePixelRatio || 1);
    const [w, h] = [Math.round(width * density), Math.round(height * density)];
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w;
      this.canvas.height = h;
    }
    const c = this.context;
    c.setTransform(density, 0, 0, density, 0, 0);
    c.clearRect(0, 0, width, height);
    draw(new CanvasPen(c, colours));
  }
}
