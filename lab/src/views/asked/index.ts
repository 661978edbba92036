/** Frequent questions, in one list. The figure is that of the first view until a question is opened. */
import { h } from "../../ui/html";
import { touchView } from "../touch";
import type { Page, View } from "../view";
import article from "./article.html?raw";
import { QUESTIONS } from "./questions";

export const askedView: View = {
  id: "asked",
  dims: [2],
  number: 14,
  name: "Questions",
  title: "Frequent questions",
  idea: "What learners stumble over, each with the place that shows it.",
  algorithms: touchView.algorithms,
  article,
  model: touchView.model,
  furnish,
};

function furnish(element: HTMLElement, page: Page): void {
  const list = element.querySelector("#questions");
  list?.replaceChildren(
    ...QUESTIONS.map(({ question, cure, view, algorithm, step, first, pair }) => {
      const open = h("button", { type: "button" }, question);
      open.onclick = (): void => { page.show(pair, view, step, algorithm, first); };
      return h("li", {}, open, h("p", {}, cure));
    }),
  );
}
