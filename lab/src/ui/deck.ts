/** The part below the figure: the sentence, the slider, pseudo-code, weights and charts. */
import { BoundsChart } from "../chart/bounds";
import { CurveChart } from "../chart/curve";
import { TimesChart } from "../chart/times";
import type { Palette } from "../draw/palette";
import { meets, type Lit } from "../plane/lit";
import type { CurveModel, Look, Model } from "../views/view";
import { CodePanel } from "./code";
import { byId, h } from "./html";
import { Speaker } from "./speak";
import { Transport } from "./transport";

export interface DeckEvents {
  go: (place: number) => void;
  /** The curve was clicked at an angle. */
  toAngle: (angle: number) => void;
  /** The place below the pointer, or null. */
  hover: (place: number | null) => void;
  /** The slider has stopped playing. */
  rest: () => void;
}

export class Deck {
  readonly transport: Transport;
  private readonly sentence = byId("sentence");
  private readonly weights = byId("weights");
  private readonly code = new CodePanel(byId("code"));
  private readonly bounds: BoundsChart;
  private readonly curve: CurveChart;
  private readonly times: TimesChart;
  private readonly speaker = new Speaker(byId("say"));
  private model: Model | null = null;
  private tableOf: Model | null = null;
  /** The model whose chart over time is complete. */
  private timesOf: Model | null = null;
  private colours: Palette | null = null;

  constructor(events: DeckEvents) {
    this.transport = new Transport(byId("transport"), events);
    this.bounds = new BoundsChart(plotOf("bounds"), (place) => { this.transport.go(place); }, events.hover);
    this.curve = new CurveChart(plotOf("curve"), events.toAngle, (angle) => { events.hover(angle === null || !this.model?.curve ? null : nearestMark(this.model.curve, angle)); });
    this.times = new TimesChart(plotOf("times"), (place) => { this.transport.go(place); });
  }

  show(model: Model, place: number, look: Look, colours: Palette, rests: boolean): void {
    this.sentence.textContent = look.sentence;
    this.speaker.say(look.sentence);
    this.transport.show(model, place, look.sentence);
    this.showWeights(look);
    this.code.show(model.code ?? null, look.line ?? null);
    const fresh = this.model !== model || this.colours !== colours;
    if (rests && this.tableOf !== model) {
      this.tableOf = model;
      showTable(model.table?.());
    }
    byId("table").setAttribute("aria-busy", String(!rests));
    this.model = model;
    this.colours = colours;
    const hasBounds = model.bounds?.lower.some((x) => x !== null) ?? false;
    byId("bounds").hidden = !hasBounds;
    if (model.bounds && hasBounds) {
      byId("lower-by").textContent = `at least, by ${model.bounds.lowerBy}`;
      byId("upper-by").textContent = `at most, by ${model.bounds.upperBy}`;
      if (fresh) this.bounds.show(model.bounds, colours);
      this.bounds.at(place);
    }
    byId("times").hidden = !model.times;
    if (model.times) {
      if (fresh || (rests && this.timesOf !== model)) {
        this.times.show(model.times, colours, rests);
        this.timesOf = rests ? model : null;
      }
      this.times.at(place);
    }
    byId("curve").hidden = !model.curve;
    if (model.curve) {
      if (fresh) this.curve.show(model.curve, colours);
      this.curve.at(look.angle ?? 0, place);
    }
  }

  /** What the view has below the slider. */
  showPanel(element: HTMLElement | null): void {
    const panel = byId("panel");
    panel.hidden = element === null;
    if (panel.firstElementChild !== element) panel.replaceChildren(...(element ? [element] : []));
  }

  /** Highlights the steps whose support point is highlighted. */
  light(lit: Lit | null): void {
    const found = (this.model?.lit ?? []).flatMap((own, place) => (lit && own && meets(lit, own) ? [place] : []));
    this.bounds.light(found);
    this.curve.light(found);
  }

  private showWeights(look: Look): void {
    this.weights.hidden = !look.weights;
    this.weights.replaceChildren(
      ...(look.weights ?? []).flatMap(({ name, weight }) => {
        const fill = h("i");
        fill.style.width = `${Math.max(0, Math.min(1, weight)) * 100}%`;
        return [h("span", {}, `weight of ${name}`), h("span", { class: "bar" }, fill), h("span", {}, weight.toFixed(3))];
      }),
    );
  }
}

/** The place of the mark nearest to an angle; null if there is none. */
function nearestMark({ marks }: CurveModel, angle: number): number | null {
  const off = (m: { angle: number }): number => Math.abs(Math.atan2(Math.sin(m.angle - angle), Math.cos(m.angle - angle)));
  return marks.reduce<CurveModel["marks"][number] | null>((best, m) => (best && off(best) <= off(m) ? best : m), null)?.place ?? null;
}

function showTable(table: ReturnType<NonNullable<Model["table"]>> | undefined): void {
  const element = byId("table");
  element.hidden = !table;
  if (!table) return;
  const row = (cells: string[], tag: "th" | "td"): HTMLElement => h("tr", {}, ...cells.map((c, i) => (tag === "th" ? h("th", { scope: "col" }, c) : i === 0 ? h("th", { scope: "row" }, c) : h("td", {}, c))));
  element.replaceChildren(h("table", {}, ...(table.caption === undefined ? [] : [h("caption", {}, table.caption)]), h("thead", {}, row(table.head, "th")), h("tbody", {}, ...table.rows.map((r) => row(r, "td")))));
}

function plotOf(id: string): HTMLElement {
  const plot = byId(id).querySelector<HTMLElement>(".plot");
  if (!plot) throw new Error(`#${id} has no plot.`);
  return plot;
}
