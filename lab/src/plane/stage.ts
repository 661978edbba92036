/**
 * The figure: two panels with the same scale, one with the shapes and one with their difference.
 * Handles, dragging inside a shape, dragging the background, and zoom.
 */
import { palette, variables, type Palette } from "../draw/palette";
import { SvgPen } from "../draw/svg-pen";
import { mean } from "../draw/body";
import type { Camera } from "../state/link";
import { movedTo, translation, type Pair, type Point, type Side } from "../state/pair";
import { button, h } from "../ui/html";
import type { Look, Model, Scene } from "../views/view";
import { box, type Frame } from "./frame";
import { gripsOf } from "./grips";
import { gripsOf3, moved3 } from "../space/grips";
import { FIRST_ANGLES, Orbit, dragged } from "../space/orbit";
import { bodyAt } from "../space/pick";
import { wholeSpace } from "../space/whole";
import { quantum, snappedPoint, type Handle } from "./handles";
import { drawLayers } from "./layers";
import { listenToClicks } from "./clicks";
import { listenToHover, litAt, type Lit } from "./lit";
import { Panel } from "./panel";

export interface StageEvents {
  begin: () => void;
  end: () => void;
  change: (pair: Pair) => void;
  /** A click has chosen a pair. */
  pick: (pair: Pair) => void;
  camera: (camera: Camera | null) => void;
  go: (place: number) => void;
  first: (direction: Point) => void;
  redraw: () => void;
  /** The corner below the pointer, or null. */
  light: (lit: Lit | null) => void;
}

export interface Shown {
  scene: Scene;
  model: Model;
  look: Look;
  place: number;
  lit: Lit | null;
}

export class Stage {
  private readonly shapes: Panel;
  private readonly difference: Panel;
  private colours: Palette = palette();
  private shown: Shown | null = null;
  private camera: Camera | null = null;
  /** Buttons that rotate the camera, for users who do not drag; only in 3D. */
  private readonly eyes = ([["←", "left", -60, 0], ["→", "right", 60, 0], ["↑", "up", 0, -40], ["↓", "down", 0, 40]] as const).map(([text, way, dx, dy]) =>
    button(text, () => { this.turnEye(dx, dy); }, { "aria-label": `Turn the scene ${way}` }),
  );

  constructor(
    element: HTMLElement,
    private readonly events: StageEvents,
  ) {
    element.replaceChildren();
    this.shapes = new Panel(element, "shapes", events.redraw);
    this.difference = new Panel(element, "difference", events.redraw);
    for (const panel of [this.shapes, this.difference]) {
      panel.handles.gestures = { begin: events.begin, end: events.end };
      this.listen(panel);
      listenToHover(panel.element, (at) => { this.events.light(at && this.litAt(panel, at)); });
    }
    this.difference.element.append(
      h("div", { class: "zoom", role: "group", "aria-label": "What is in view" },
        ...this.eyes,
        button("+", () => { this.zoom(0.8); }, { "aria-label": "Nearer" }),
        button("−", () => { this.zoom(1.25); }, { "aria-label": "Farther" }),
        button("⤢", () => { events.camera(null); }, { "aria-label": "All in view" }),
      ),
    );
  }

  recolour(): Palette {
    this.colours = palette();
    return this.colours;
  }

  /** Draws a place. The camera is that of the state, or one that shows everything. */
  show(shown: Shown, camera: Camera | null): void {
    this.shown = shown;
    this.camera = camera ?? this.whole(shown.model.extent ?? shown.scene);
    const [left, right] = this.frames();
    const { model, look, scene } = shown;
    const handles = this.handlesOf(shown, left, right);
    this.shapes.draw(this.colours, (pen) => { drawLayers(pen, "shapes", left, shown, handles.shapes, this.shapes.overlaid); });
    this.difference.draw(this.colours, (pen) => { drawLayers(pen, "difference", right, shown, handles.difference, this.difference.overlaid); });
    for (const eye of this.eyes) eye.hidden = scene.solids === null;
    this.shapes.canvas.classList.toggle("pick", model.pick !== undefined);
    this.shapes.title(model.captions.shapes, `Shapes A and B. ${look.sentence}`);
    this.difference.title(model.captions.difference, `${model.captions.difference}. ${look.sentence}`);
    this.shapes.handles.show(handles.shapes, left);
    this.difference.handles.show(handles.difference, right);
  }

  /** The handles of both panels. */
  private handlesOf({ model, place, scene }: Shown, left: Frame, right: Frame): { shapes: Handle[]; difference: Handle[] } {
    const own = (panel: "shapes" | "difference", frame: Frame): Handle[] => model.handles?.(panel, place, frame, this.events) ?? [];
    const grips = model.pick ? [] : [...this.grips(scene, "a"), ...this.grips(scene, "b")];
    return { shapes: [...grips, ...own("shapes", left)], difference: own("difference", right) };
  }

  private litAt(panel: Panel, at: Point): Lit | null {
    const [left, right] = this.frames();
    if (!this.shown) return null;
    if (panel === this.shapes) return litAt(this.shown.scene, "shapes", left, at);
    return this.shown.model.span === undefined ? litAt(this.shown.scene, "difference", right, at) : null;
  }

  zoom(by: number): void {
    if (this.camera) this.events.camera({ ...this.camera, span: Number((this.camera.span * by).toPrecision(6)) });
  }

  /** Keeps the camera while shapes are dragged. */
  hold(): Camera | null {
    return this.camera;
  }

  private frames(): [Frame, Frame] {
    const camera = this.camera ?? { span: 10, shapes: [0, 0], difference: [0, 0] };
    const { width, height } = this.shapes.size;
    const scale = Math.max(1, Math.min(width, height)) / camera.span;
    const orbit = new Orbit(camera.orbit ?? FIRST_ANGLES);
    const own = this.shown?.model.span;
    const right = own === undefined ? this.difference.frame(camera.difference, scale, orbit) : this.difference.frame([0, 0], Math.min(this.difference.size.width, height) / own, orbit);
    return [this.shapes.frame(camera.shapes, scale, orbit), right];
  }

  /** The camera that shows both shapes, their difference and O. */
  whole(scene: NonNullable<Model["extent"]>): Camera {
    const { width, height } = this.shapes.size;
    const [w, t] = [Math.max(1, width), Math.max(1, height)];
    const least = Math.min(w, t);
    if (scene.solids) return wholeSpace(scene.solids, this.camera?.orbit ?? FIRST_ANGLES, [w, t]);
    const bodies = [scene.a, scene.b].flatMap((s) => (s.unbounded ? s.corners : s.outline));
    const left = box(bodies);
    const right = box([...(scene.a.unbounded || scene.b.unbounded ? [] : (scene.difference?.outline ?? [])), [0, 0]]);
    const need = (b: [number, number, number, number]): number =>
      Math.max(((b[2] - b[0]) * least) / (w - Math.min(110, 0.22 * w)), ((b[3] - b[1]) * least) / (t - (this.shapes.overlaid ? Math.min(130, 0.32 * t) : 0.26 * t)));
    const span = Math.max(need(left), need(right)) || 4;
    const mid = (b: [number, number, number, number]): Point => [round((b[0] + b[2]) / 2, span), round((b[1] + b[3]) / 2, span)];
    return { span: Number(span.toPrecision(4)), shapes: mid(left), difference: mid(right) };
  }

  private grips(scene: Scene, side: Side): ReturnType<typeof gripsOf> {
    const [left] = this.frames();
    if (scene.solids) return gripsOf3(scene.pair, side, scene.solids[side], left, this.events.change);
    const body = scene[side];
    const size = box(body.outline);
    const room = Math.min(Math.max(size[3] - size[1], size[2] - size[0]) / 2 + 34 / left.scale, (left.height * 0.42) / left.scale);
    return gripsOf({
      pair: scene.pair,
      side,
      middle: body.unbounded ? translation(scene.pair[side]) : middle(body.corners.length > 0 ? body.corners : body.outline),
      lever: room,
      ids: body.ids,
      change: this.events.change,
    });
  }

  private listen(panel: Panel): void {
    const { canvas } = panel;
    let drag: ((event: PointerEvent) => void) | null = null;
    let gesture = false;
    canvas.addEventListener("pointerdown", (event) => {
      // A finger scrolls the page; it drags only handles.
      const space = this.shown?.scene.solids !== null;
      if ((event.pointerType === "touch" && !space) || event.button !== 0 || !this.shown || !this.camera) return;
      event.preventDefault();
      canvas.setPointerCapture(event.pointerId);
      const [left, right] = this.frames();
      const frame = panel === this.shapes ? left : right;
      const start: Point = [event.offsetX, event.offsetY];
      const side = panel === this.shapes ? this.sideAt(start, left) : null;
      if (side) drag = this.bodyDrag(side, frame, start);
      else if (space && !event.shiftKey) drag = this.eyeDrag(start);
      else drag = this.groundDrag(panel, frame, start);
      gesture = side !== null;
      if (gesture) this.events.begin();
    });
    canvas.addEventListener("pointermove", (event) => {
      if (drag) drag(event);
      else canvas.classList.toggle("grab", panel === this.shapes && this.shown !== null && this.sideAt([event.offsetX, event.offsetY], this.frames()[0]) !== null);
    });
    const stop = (): void => {
      if (drag && gesture) this.events.end();
      drag = null;
    };
    canvas.addEventListener("pointerup", stop);
    canvas.addEventListener("pointercancel", stop);
    if (panel === this.shapes) listenToClicks(canvas, (at) => {
      const picked = this.shown?.model.pick?.(at, this.frames()[0]);
      if (picked) this.events.pick(picked);
    });
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY * 0.003));
    }, { passive: false });
  }

  private bodyDrag(side: Side, frame: Frame, start: Point): (event: PointerEvent) => void {
    const pair = this.shown?.scene.pair;
    if (pair && this.shown?.scene.solids) {
      return (event) => { this.events.change(moved3(pair, side, frame, [(event.offsetX - start[0]) / frame.scale, (start[1] - event.offsetY) / frame.scale], quantum(frame))); };
    }
    const from = this.shown ? translation(this.shown.scene.pair[side]) : ([0, 0] as Point);
    const q = quantum(frame);
    return (event) => {
      if (!this.shown) return;
      const to: Point = [from[0] + (event.offsetX - start[0]) / frame.scale, from[1] - (event.offsetY - start[1]) / frame.scale];
      this.events.change(movedTo(this.shown.scene.pair, side, snappedPoint(to, q)));
    };
  }

  /** Dragging the background in 3D rotates the camera. */
  private eyeDrag(start: Point): (event: PointerEvent) => void {
    const { camera } = this;
    const angles = camera?.orbit ?? FIRST_ANGLES;
    return (event) => {
      if (camera) this.look({ ...camera, orbit: dragged(angles, event.offsetX - start[0], event.offsetY - start[1]) });
    };
  }

  /** Rotates the camera by the steps of the buttons. */
  private turnEye(dx: number, dy: number): void {
    if (this.camera) this.look({ ...this.camera, orbit: dragged(this.camera.orbit ?? FIRST_ANGLES, dx, dy) });
  }

  /** Moves the centres of both panels with the camera. */
  private look(camera: Camera): void {
    const solids = (this.shown?.model.extent ?? this.shown?.scene)?.solids;
    const size: Point = [Math.max(1, this.shapes.size.width), Math.max(1, this.shapes.size.height)];
    const middles = solids && wholeSpace(solids, camera.orbit ?? FIRST_ANGLES, size);
    this.events.camera(middles ? { ...middles, span: camera.span } : camera);
  }

  private groundDrag(panel: Panel, frame: Frame, start: Point): (event: PointerEvent) => void {
    const name = panel === this.shapes ? "shapes" : "difference";
    return (event) => {
      if (!this.camera) return;
      const to: Point = [frame.center[0] - (event.offsetX - start[0]) / frame.scale, frame.center[1] + (event.offsetY - start[1]) / frame.scale];
      this.events.camera({ ...this.camera, [name]: snappedPoint(to, quantum(frame)) });
    };
  }

  /** The shape below a pixel. */
  private sideAt(at: Point, frame: Frame): Side | null {
    if (this.shown?.model.pick) return null;
    const solids = this.shown?.scene.solids;
    if (solids) return bodyAt(solids, frame, at);
    for (const side of ["b", "a"] as const) {
      const outline = this.shown?.scene[side].outline ?? [];
      const path = new Path2D();
      outline.forEach((p, i) => {
        const [x, y] = frame.at(p);
        if (i === 0) path.moveTo(x, y);
        else path.lineTo(x, y);
      });
      path.closePath();
      const context = this.shapes.canvas.getContext("2d");
      context?.save();
      context?.resetTransform();
      const inside = context?.isPointInPath(path, at[0], at[1]) ?? false;
      context?.restore();
      if (inside) return side;
    }
    return null;
  }

  /** The figure as a file; for our own pages it may use the style sheet's light and dark colours. */
  svg(title: string, styled = false): string {
    const pen = new SvgPen(styled ? variables() : this.colours);
    const [left, right] = this.frames();
    const shown = this.shown && { ...this.shown, lit: null };
    if (shown) {
      const handles = this.handlesOf(shown, left, right);
      pen.group(0, 0, left.width, left.height, () => { drawLayers(pen, "shapes", left, shown, handles.shapes, this.shapes.overlaid); });
      pen.group(left.width, 0, right.width, right.height, () => { drawLayers(pen, "difference", right, shown, handles.difference, this.difference.overlaid); });
    }
    return pen.text(left.width + right.width, left.height, title);
  }

  async png(): Promise<Blob> {
    const canvases = [this.shapes.canvas, this.difference.canvas];
    const all = h("canvas");
    all.width = canvases.reduce((w, c) => w + c.width, 0);
    all.height = Math.max(...canvases.map((c) => c.height));
    const context = all.getContext("2d");
    if (context) {
      context.fillStyle = this.colours.paper;
      context.fillRect(0, 0, all.width, all.height);
      let x = 0;
      for (const c of canvases) {
        context.drawImage(c, x, 0);
        x += c.width;
      }
    }
    return new Promise((resolve, reject) => {
      all.toBlob((blob) => { if (blob) resolve(blob); else reject(new Error("The browser gave no picture.")); });
    });
  }
}

function round(x: number, span: number): number {
  return Number((Math.round((x / span) * 1000) * (span / 1000)).toPrecision(6)) + 0;
}

function middle(points: readonly Point[]): Point {
  const m = mean(points);
  return [Number(m[0].toPrecision(12)), Number(m[1].toPrecision(12))];
}
