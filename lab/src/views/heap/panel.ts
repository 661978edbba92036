/** Below the slider of the heap: dropping again, what the step found, the choice of a pair by name, and where to open it. */
import type { Heap, HeapStep } from "../../engine/heap";
import { MARGIN, SEEDS, type HeapPlace } from "../../state/heap";
import { shown } from "../../state/numbers";
import type { Pair } from "../../state/pair";
import { button, h } from "../../ui/html";
import type { PanelActs } from "../view";
import { listed } from "./bodies";

/** The views that show the steps of two convex shapes in the plane. */
const OPENS = ["touch", "difference", "support", "boolean", "distance", "epa", "sat", "motion", "contact"];

const COUNTS: readonly [string, (step: HeapStep) => number, string?][] = [
  ["boxes that meet", (s) => s.met],
  ["searched", (s) => s.searched],
  ["pairs in contact", (s) => s.touching],
  ["began", (s) => s.began, "began"],
  ["stayed", (s) => s.touching - s.began, "stayed"],
  ["ended", (s) => s.ended],
];

export class HeapPanel {
  readonly element = h("div", { class: "heap" });
  private readonly seed = h("input", { type: "number", id: "heap-seed", min: "0", max: String(SEEDS - 1), step: "1", inputmode: "numeric" });
  private readonly counts = COUNTS.map(() => h("dd"));
  private readonly sides = { a: select("A"), b: select("B") };
  private readonly touching = select("Pairs in contact");
  private readonly opens = h("div", { class: "row", role: "group", "aria-label": "Open the pair in" });
  private heap: Heap | null = null;
  private now: HeapPlace = { seed: 0, step: 0, bodies: [0, 1] };
  private page: PanelActs | null = null;
  /** The step whose pairs are in the list. */
  private listedFor = "";

  constructor(private readonly pairOf: (place: HeapPlace) => Pair) {
    this.seed.onchange = (): void => {
      const seed = Number(this.seed.value);
      if (this.seed.value !== "" && Number.isInteger(seed) && seed >= 0 && seed < SEEDS) this.drop(seed);
      else this.seed.value = String(this.now.seed);
    };
    this.sides.a.onchange = (): void => { this.choose(0, Number(this.sides.a.value)); };
    this.sides.b.onchange = (): void => { this.choose(1, Number(this.sides.b.value)); };
    this.touching.onchange = (): void => {
      const bodies = this.touching.value.split(" ").map(Number);
      if (bodies.length === 2) this.put([bodies[0] ?? 0, bodies[1] ?? 1]);
    };
    const field = (label: string, control: HTMLElement): HTMLElement => h("label", {}, h("span", {}, label), control);
    const count = ([text, , mark]: (typeof COUNTS)[number], i: number): HTMLElement => h("div", {}, h("dt", {}, ...(mark === undefined ? [] : [h("i", { class: `dot ${mark}` })]), text), this.counts[i] ?? "");
    this.element.append(
      h("div", { class: "row" }, button("Drop again", () => { this.drop((this.now.seed + 1) % SEEDS); }, { id: "heap-drop" }), field("Seed", this.seed)),
      h("dl", { "aria-label": "This step" }, ...COUNTS.map(count)),
      h("div", { class: "row choice" }, field("A", this.sides.a), field("B", this.sides.b), field("or", this.touching)),
      h("p", {}, "Open the pair in"),
      this.opens,
    );
  }

  /** While bodies move, only the numbers change. */
  show(heap: Heap, now: HeapPlace, page: PanelActs, moves: boolean): void {
    [this.now, this.page] = [now, page];
    const step = heap.at(now.step);
    COUNTS.forEach(([, of], i) => { this.counts[i]?.replaceChildren(String(of(step))); });
    if (this.heap !== heap) this.fill(heap, page);
    this.heap = heap;
    this.sides.a.value = String(now.bodies[0]);
    this.sides.b.value = String(now.bodies[1]);
    if (moves) return;
    const key = `${now.seed} ${now.step}`;
    if (this.listedFor !== key) this.list(heap, step);
    this.listedFor = key;
    const own = [...now.bodies].sort((x, y) => x - y).join(" ");
    this.touching.value = [...this.touching.options].some((o) => o.value === own) ? own : "";
  }

  /** The names of the bodies of another heap. */
  private fill(heap: Heap, { views }: PanelActs): void {
    this.seed.value = String(heap.seed);
    for (const list of [this.sides.a, this.sides.b]) list.replaceChildren(...heap.shapes.map((shape, body) => h("option", { value: String(body) }, listed(body, shape))));
    if (this.opens.childElementCount > 0) return;
    this.opens.append(...views.filter((v) => OPENS.includes(v.id)).map(({ id, name }) => button(name, () => { this.open(id); }, { "data-open": id })));
  }

  /** The contact has the margin of the scene: it lists the points that the heap shows. */
  private open(view: string): void {
    const pair = this.pairOf(this.now);
    this.page?.show(view === "contact" ? { ...pair, margin: MARGIN } : pair, view);
  }

  /** The pairs in contact, each with its points and its deepest one. */
  private list(heap: Heap, { points }: HeapStep): void {
    const pairs = new Map<string, { bodies: readonly [number, number]; count: number; least: number }>();
    for (const { bodies, separation } of points) {
      const key = bodies.join(" ");
      const before = pairs.get(key);
      pairs.set(key, { bodies, count: (before?.count ?? 0) + 1, least: Math.min(before?.least ?? separation, separation) });
    }
    const text = ({ bodies: [a, b], count, least }: { bodies: readonly [number, number]; count: number; least: number }): string =>
      `${listed(a, heap.shapes[a])} – ${listed(b, heap.shapes[b])}: ${count === 1 ? "1 point" : `${count} points`}, ${least < 0 ? `${shown(-least)} deep` : `${shown(least)} apart`}`;
    this.touching.replaceChildren(
      h("option", { value: "" }, pairs.size === 0 ? "No pair is in contact" : `A pair in contact, of ${pairs.size} …`),
      ...[...pairs].map(([value, pair]) => h("option", { value }, text(pair))),
    );
  }

  /** A body that is the other one already trades places with it. */
  private choose(side: 0 | 1, body: number): void {
    const { bodies } = this.now;
    if (body === bodies[1 - side]) this.put([bodies[1], bodies[0]]);
    else this.put(side === 1 ? [bodies[0], body] : [body, bodies[1]]);
  }

  private put(bodies: readonly [number, number]): void {
    if (bodies[0] !== bodies[1]) this.page?.choose(this.pairOf({ ...this.now, bodies }));
  }

  private drop(seed: number): void {
    this.page?.drop(this.pairOf({ ...this.now, seed, step: 0 }));
  }
}

function select(label: string): HTMLSelectElement {
  return h("select", { "aria-label": label });
}
