/** The views as links, so that they open in another tab as well. */
import type { View } from "../views/view";
import { h } from "./html";

export class Menu {
  private readonly links = new Map<string, HTMLAnchorElement>();
  /** The number of the last view. */
  readonly last: number;

  constructor(element: HTMLElement, views: readonly View[], open: (id: string) => void) {
    this.last = Math.max(...views.map((view) => view.number));
    for (const view of views) {
      const link = h("a", { href: `#${view.id}`, title: view.title }, h("span", { "aria-hidden": "true" }, String(view.number)), view.name);
      link.onclick = (event): void => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        open(view.id);
      };
      this.links.set(view.id, link);
      element.append(link);
    }
  }

  show(id: string): void {
    for (const [key, link] of this.links) {
      if (key === id) {
        link.setAttribute("aria-current", "page");
        // Scrolls only sideways: the page itself must not scroll.
        const bar = link.parentElement;
        if (bar) bar.scrollLeft = link.offsetLeft - bar.offsetLeft - 40;
      } else {
        link.removeAttribute("aria-current");
      }
    }
  }
}
