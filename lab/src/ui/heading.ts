/**
 * The parts that belong to the view: its title, the choice of algorithms, its article and its place in
 * the menu.
 */
import type { Pair, Point } from "../state/pair";
import type { View } from "../views/view";
import { byId, h } from "./html";
import { listenToLinks } from "./links";
import type { Menu } from "./menu";
import { explainTerms } from "./terms";

export interface HeadingEvents {
  pair: () => Pair;
  open: (view: string, algorithm: string) => void;
  put: (pair: Pair) => void;
  show: (pair: Pair, view: string, place?: number, algorithm?: string, first?: Point | null) => void;
}

export class Heading {
  private shown = "";

  constructor(
    private readonly menu: Menu,
    private readonly events: HeadingEvents,
  ) {}

  show(view: View, algorithm: string): void {
    const key = `${view.id}.${algorithm}`;
    if (this.shown === key) return;
    const other = !this.shown.startsWith(`${view.id}.`);
    this.shown = key;
    this.showAlgorithms(view, algorithm);
    if (other) this.showView(view);
  }

  private showView(view: View): void {
    byId("which").replaceChildren(h("span", { class: "unseen" }, "View "), `${view.number} of ${this.menu.last}`);
    byId("title").textContent = view.title;
    byId("idea").textContent = view.idea;
    document.title = `${view.title} · the lab of clearance`;
    this.menu.show(view.id);
    const article = byId("article");
    article.innerHTML = view.article;
    explainTerms(article);
    listenToLinks(article, this.events.pair, this.events.show);
    view.furnish?.(article, this.events);
  }

  private showAlgorithms(view: View, algorithm: string): void {
    const group = byId("algorithms");
    group.hidden = view.algorithms.length < 2;
    group.replaceChildren(...view.algorithms.map(({ id, name }) => {
      const choice = h("button", { type: "button", "aria-pressed": String(id === algorithm) }, name);
      choice.onclick = (): void => { this.events.open(view.id, id); };
      return choice;
    }));
  }
}
