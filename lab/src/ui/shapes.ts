/** The choice of the kinds of shapes, their rounding, their corners, and example pairs. */
import { shown } from "../state/numbers";
import { isMesh } from "../state/meshes";
import { dimension, withShape, type Pair, type Shape, type Side } from "../state/pair";
import { button, h } from "./html";
import { KINDS, PRESETS, kindOf } from "./presets";

export interface ShapesEvents {
  pair: () => Pair;
  /** One change is one undo entry. */
  change: (pair: Pair, refit: boolean) => void;
  /** Another pair. */
  choose: (pair: Pair) => void;
  /** All changes until `end` are one undo entry. */
  begin: () => void;
  live: (pair: Pair) => void;
  end: () => void;
  /** A mesh file becomes a shape. */
  file: (side: Side, file: File) => void;
  /** The hull of a mesh, or the mesh whose hull this is; null if there is none. */
  other: (shape: Shape) => Shape | null;
}

interface Controls {
  kind: HTMLSelectElement;
  margin: HTMLInputElement;
  value: HTMLOutputElement;
  add: HTMLButtonElement;
  hull: HTMLButtonElement;
}

export class ShapesCard {
  private readonly controls: Record<Side, Controls>;
  /** The dimension of the pair whose kinds are in the lists. */
  private dim = 0;

  constructor(
    element: HTMLElement,
    private readonly events: ShapesEvents,
  ) {
    const presets = h("select", { "aria-label": "Ready-made pairs" }, h("option", { value: "" }, "Choose a pair …"));
    PRESETS.forEach((p, i) => { presets.append(h("option", { value: String(i) }, p.name)); });
    presets.onchange = (): void => {
      const preset = PRESETS[Number(presets.value)];
      if (preset && presets.value !== "") events.choose(preset.pair);
      presets.value = "";
    };
    element.append(h("h2", {}, "Shapes"));
    this.controls = { a: this.fieldset(element, "a"), b: this.fieldset(element, "b") };
    element.append(h("div", { class: "field" }, h("span", {}, "Pairs"), presets));
    element.append(h("div", { class: "row" }, button("Swap A and B", () => { this.swap(); })));
  }

  show(pair: Pair): void {
    const dim = dimension(pair);
    for (const side of ["a", "b"] as const) {
      const { kind, margin, value, add, hull } = this.controls[side];
      const shape = pair[side];
      const known = kindOf(shape);
      if (this.dim !== dim) kind.replaceChildren(...KINDS.filter((k) => k.dim === dim).map((k) => h("option", { value: k.id }, k.name)));
      if (![...kind.options].some((o) => o.value === known)) kind.append(h("option", { value: known }, known));
      kind.value = known;
      margin.value = String(Math.min(1, shape.margin ?? 0));
      value.textContent = shown(shape.margin ?? 0, 2);
      margin.setAttribute("aria-valuetext", `radius ${shown(shape.margin ?? 0, 2)}`);
      margin.disabled = isMesh(shape);
      hull.hidden = this.events.other(shape) === null;
      hull.textContent = isMesh(shape) ? "Its hull" : "Its mesh";
      add.hidden = dim === 3 || !(shape.kind === "hull" || shape.kind === "polygon");
    }
    this.dim = dim;
  }

  private fieldset(element: HTMLElement, side: Side): Controls {
    const name = side.toUpperCase();
    const kind = h("select", { "aria-label": `Kind of ${name}`, id: `kind-${side}` });
    kind.onchange = (): void => {
      const { pair, change } = this.events;
      const made = KINDS.find((k) => k.id === kind.value && k.dim === dimension(pair()));
      // Without `dim`, a pair of spheres would have no dimension.
      if (made) change({ ...pair(), dim: made.dim, [side]: { ...made.shape, pose: pair()[side].pose ?? {} } }, true);
    };
    const value = h("output", {});
    const margin = h("input", { type: "range", min: "0", max: "1", step: "0.01", "aria-label": `Rounding of ${name}`, id: `margin-${side}` });
    // Keys have no pointer-down event, so the first change begins the gesture.
    let begun = false;
    margin.oninput = (): void => {
      if (!begun) this.events.begin();
      begun = true;
      const x = Number(margin.value);
      value.textContent = shown(x, 2);
      const shape = { ...this.events.pair()[side] };
      delete shape.margin;
      this.events.live({ ...this.events.pair(), [side]: x > 0 ? { ...shape, margin: x } : shape });
    };
    margin.onchange = (): void => {
      begun = false;
      this.events.end();
    };
    const add = button("Add a corner", () => { this.addCorner(side); });
    const hull = button("Its hull", () => { this.otherForm(side); }, { id: `hull-${side}` });
    const file = h("input", { type: "file", accept: ".obj,.ply,.stl", id: `file-${side}`, hidden: "", "aria-label": `OBJ, PLY or STL file for ${name}` });
    file.onchange = (): void => {
      const [chosen] = file.files ?? [];
      if (chosen) this.events.file(side, chosen);
      file.value = ""; // So that the same file can be chosen again.
    };
    const choose = button("From a file …", () => { file.click(); }, { "aria-label": `From a file … (OBJ, PLY or STL), becomes ${name}`, title: "A mesh: an OBJ, PLY or STL file; or drop one on the page" });
    element.append(
      h("fieldset", { class: `shape ${side}` }, h("legend", {}, name),
        h("div", { class: "field" }, h("span", {}, "Kind"), kind),
        h("div", { class: "field" }, h("span", {}, "Rounding"), margin, value),
        h("div", { class: "row" }, add, hull, choose, file)),
    );
    return { kind, margin, value, add, hull };
  }

  /** At the centre of the last edge, moved outwards a little, so that it can be dragged from there. */
  private addCorner(side: Side): void {
    const pair = this.events.pair();
    const shape = pair[side];
    const vertices = shape.vertices ?? [];
    const [p, q] = [vertices[vertices.length - 1], vertices[0]];
    if (!p || !q) return;
    const [px = 0, py = 0] = p;
    const [qx = 0, qy = 0] = q;
    const out: [number, number] = [0.5 * (px + qx) + 0.25 * (qy - py), 0.5 * (py + qy) - 0.25 * (qx - px)];
    this.events.change(withShape(pair, side, { kind: "hull", vertices: [...vertices, out.map((x) => Number(x.toFixed(3)))] }), false);
  }

  /** A mesh as its hull, and back. */
  private otherForm(side: Side): void {
    const pair = this.events.pair();
    const shape = this.events.other(pair[side]);
    if (shape) this.events.choose({ ...pair, [side]: { ...shape, pose: pair[side].pose ?? {} } });
  }

  private swap(): void {
    const pair = this.events.pair();
    this.events.change({ ...pair, a: pair.b, b: pair.a }, false);
  }
}
