/** View 13: the gallery of cases. The figure is that of the first view; the list is below it. */
import { shown } from "../../state/numbers";
import { dimension, isCast, type Pair } from "../../state/pair";
import { h } from "../../ui/html";
import { touchView } from "../touch";
import type { Page, View } from "../view";
import article from "./article.html?raw";

export const casesView: View = {
  id: "cases",
  dims: [2],
  number: 13,
  name: "Cases",
  title: "Hard cases",
  idea: "Pairs that other libraries got wrong, and your own as a link.",
  algorithms: touchView.algorithms,
  article,
  model: touchView.model,
  furnish,
};

interface Case extends Pair {
  id: string;
  source?: string;
  why?: string;
  expected?: { signed_distance?: number | null; intersects?: boolean | null; toi?: number | null; hit?: boolean | null };
}

/** These are unbounded and cannot be shown in 3D. */
const HALVES = ["half-space", "facet"];

let read: Case[] | null = null;

/** The cases that a figure can show. They are loaded when the gallery opens. */
async function casesHere(): Promise<Case[]> {
  if (read) return read;
  const files = await Promise.all([import("../../../../cases/cases.jsonl?raw"), import("../../../../cases/found.jsonl?raw")]);
  read = files
    .flatMap((file) => file.default.split("\n"))
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Case)
    .filter((c) => !HALVES.some((kind) => kind === c.a.kind || kind === c.b.kind));
  return read;
}

function furnish(element: HTMLElement, page: Page): void {
  const rows = element.querySelector("#case-rows");
  const filter = element.querySelector<HTMLInputElement>("#case-filter");
  const count = element.querySelector("#case-count");
  if (!rows || !filter || !count) return;
  let all: Case[] = [];
  const show = (): void => {
    const words = filter.value.toLowerCase().split(/\s+/).filter((w) => w !== "");
    const found = all.filter((c) => {
      const text = `${c.id} ${c.source ?? ""} ${c.why ?? ""} ${c.a.kind} ${c.b.kind}`.toLowerCase();
      return words.every((w) => text.includes(w));
    });
    count.textContent = `${found.length} of ${all.length} pairs`;
    rows.replaceChildren(...found.map((c) => row(c, page)));
  };
  filter.oninput = show;
  count.textContent = "The cases are being fetched.";
  void casesHere().then((cases) => {
    all = cases;
    show();
  });
}

function row(c: Case, page: Page): HTMLElement {
  const open = h("button", { type: "button" }, ...unbroken(c.id));
  open.onclick = (): void => { page.show(pairOf(c), isCast(c) ? "motion" : dimension(c) === 3 ? "space" : "cases", isCast(c) ? -1 : 0); };
  return h(
    "tr",
    {},
    h("td", {}, open),
    h("td", {}, `${c.a.kind}, ${c.b.kind}, ${dimension(c)}D`),
    h("td", { class: "wide" }, ...unbroken(c.why ?? c.source ?? "")),
    h("td", { class: "number" }, exact(c)),
  );
}

/** The end of a line may be in a word, but not in a number. */
function unbroken(text: string): (string | HTMLElement)[] {
  return text.split(/([−-]?\d[\d.]*(?:e[−+-]?\d+)?)/).map((part, i) => (i % 2 === 1 ? h("span", { class: "number" }, part) : part));
}

function exact(c: Case): string {
  const { signed_distance, intersects, toi, hit } = c.expected ?? {};
  if (isCast(c)) return hit === false ? "miss" : typeof toi === "number" ? `at ${shown(toi, 4)}` : "hit";
  if (typeof signed_distance === "number") return shown(signed_distance, 4);
  return intersects === true ? "overlap" : intersects === false ? "apart" : "either";
}

/** The parts of a case for a link: the shapes and the name. */
function pairOf(c: Case): Pair {
  const asked = isCast(c) ? { query: c.query ?? "shapecast", cast: c["cast"] } : {};
  return { id: c.id, a: shapeOf(c.a), b: shapeOf(c.b), dim: dimension(c), ...asked };
}

function shapeOf(shape: Pair["a"]): Pair["a"] {
  const kept = { ...shape };
  delete kept["source_matrix"];
  return kept;
}
