/**
 * Handles: buttons over the canvas. A pointer drags them, arrow keys move them, R rotates a body. They
 * are 44 px large for touching, and are drawn smaller.
 */
import type { Point } from "../state/pair";
import type { Frame } from "./frame";

export interface Handle {
  /** Stays the same while the handle exists. */
  id: string;
  /** For screen readers: the part and its position. */
  label: string;
  at: Point;
  look: "a" | "b" | "direction";
  shape: "body" | "corner" | "size" | "turn" | "aim";
  /** Drags to a position in the world; `quantum` is the step to which positions are rounded. */
  drag: (to: Point, quantum: number) => void;
  /**
   * For drags that depend on the state at their begin: called then, it returns the `drag` of the
   * gesture.
   */
  grab?: () => (to: Point) => void;
  /** R and Shift+R. */
  turn?: (by: number) => void;
  /** Delete. */
  remove?: () => void;
}

export interface Gestures {
  /** Before the first change of a gesture. */
  begin: () => void;
  /** After the last. */
  end: () => void;
}

interface Shown {
  button: HTMLButtonElement;
  handle: Handle;
}

export class HandleLayer {
  private readonly layer = document.createElement("div");
  private readonly shown = new Map<string, Shown>();
  private frame: Frame | null = null;
  gestures: Gestures = { begin: () => undefined, end: () => undefined };

  constructor(parent: HTMLElement) {
    this.layer.className = "handles";
    parent.append(this.layer);
  }

  /** Shows only these. Buttons that stay keep the focus. */
  show(handles: readonly Handle[], frame: Frame): void {
    this.frame = frame;
    const ids = new Set(handles.map((h) => h.id));
    for (const [id, { button }] of this.shown) {
      if (ids.has(id)) continue;
      button.remove();
      this.shown.delete(id);
    }
    for (const handle of handles) {
      const shown = this.shown.get(handle.id) ?? this.add(handle);
      shown.handle = handle;
      const { button } = shown;
      const [x, y] = frame.at(handle.at);
      button.style.transform = `translate(${Math.round(x - 22)}px, ${Math.round(y - 22)}px)`;
      button.hidden = x < 0 || y < 0 || x > frame.width || y > frame.height;
      if (button.getAttribute("aria-label") !== handle.label) button.setAttribute("aria-label", handle.label);
    }
  }

  private add(handle: Handle): Shown {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `handle handle-${handle.shape} look-${handle.look}`;
    button.dataset["id"] = handle.id;
    const shown = { button, handle };
    this.shown.set(handle.id, shown);
    this.layer.append(button);
    this.listen(shown);
    return shown;
  }

  private listen(shown: Shown): void {
    const { button } = shown;
    let offset: Point | null = null;
    let grabbed: ((to: Point) => void) | null = null;
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.frame) return;
      event.preventDefault();
      button.focus({ preventScroll: true });
      button.setPointerCapture(event.pointerId);
      const [x, y] = this.frame.at(shown.handle.at);
      const [px, py] = this.pixels(event);
      offset = [x - px, y - py];
      grabbed = shown.handle.grab?.() ?? null;
      this.gestures.begin();
    });
    button.addEventListener("pointermove", (event) => {
      if (!offset || !this.frame) return;
      const [px, py] = this.pixels(event);
      const to = this.frame.world([px + offset[0], py + offset[1]]);
      if (grabbed) grabbed(to);
      else shown.handle.drag(to, quantum(this.frame));
    });
    const stop = (): void => {
      if (!offset) return;
      offset = null;
      this.gestures.end();
    };
    button.addEventListener("pointerup", stop);
    button.addEventListener("pointercancel", stop);
    button.addEventListener("keydown", (event) => {
      if (this.key(shown.handle, event)) event.preventDefault();
    });
  }

  private pixels(event: PointerEvent): Point {
    const box = this.layer.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** True if the key has a function here. */
  private key(handle: Handle, event: KeyboardEvent): boolean {
    const arrows: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const arrow = arrows[event.key];
    const times = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
    if (event.ctrlKey || event.metaKey || !this.frame) return false;
    const act = arrow
      ? (): void => {
          const q = this.frame ? quantum(this.frame) * 10 : 1;
          const [x, y] = handle.at;
          handle.drag([x + arrow[0] * q * times, y + arrow[1] * q * times], (q * Math.min(1, times)) / 10);
        }
      : event.key.toLowerCase() === "r" && handle.turn
        ? (): void => handle.turn?.((event.shiftKey ? -1 : 1) * (event.altKey ? 0.01 : 0.1))
        : (event.key === "Delete" || event.key === "Backspace") && handle.remove
          ? handle.remove
          : null;
    if (!act) return false;
    this.gestures.begin();
    act();
    this.gestures.end();
    return true;
  }
}

/** The power of ten below a pixel, so that dragged numbers are short. */
export function quantum(frame: Frame): number {
  return 10 ** Math.floor(Math.log10(1 / frame.scale));
}

/** Rounded to the step, as the shortest decimal. */
export function snapped(x: number, step: number): number {
  const digits = Math.max(0, Math.min(12, -Math.floor(Math.log10(step) + 1e-9)));
  return Number((Math.round(x / step) * step).toFixed(digits)) + 0;
}

export function snappedPoint(p: Point, step: number): Point {
  return [snapped(p[0], step), snapped(p[1], step)];
}
