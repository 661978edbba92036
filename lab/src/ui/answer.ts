/** The library's answer about the pair, for any view, as a list of names and values. */
import type { Answer } from "../engine/types";
import { shown, shownVector } from "../state/numbers";
import { h } from "./html";

const VERDICTS: Record<string, string> = {
  apart: "Apart",
  overlapping: "Overlapping",
  undecided: "Undecided",
  skipped: "No answer",
  error: "Not a pair",
  hit: "Hit",
  miss: "Miss",
};

export class AnswerCard {
  private readonly verdict = h("p", { class: "verdict" });
  private readonly list = h("dl");
  private readonly line = h("pre", { id: "answer-line", tabindex: "0", role: "region", "aria-label": "Answer as a line of JSON" });

  constructor(element: HTMLElement) {
    element.append(
      h("h2", {}, "Answer"),
      this.verdict,
      this.list,
      h("details", {}, h("summary", {}, "All digits, as the command writes it"), this.line),
    );
  }

  /** `text` is the line of the answer, each number as the library wrote it. */
  show(answer: Answer, text: string): void {
    this.verdict.textContent = answer.inside === true ? "One inside the other" : (VERDICTS[answer.status] ?? answer.status);
    this.verdict.dataset["status"] = answer.status;
    // The answer of a cast has a time instead.
    const distance = answer.signed_distance as number | null | undefined;
    // A depth is the distance without its sign, and so are its bounds.
    const deep = typeof distance === "number" && distance < 0;
    const [least, most] = deep ? [negated(answer.upper), negated(answer.lower)] : [answer.lower, answer.upper];
    const rows: [string, string][] = [
      ...(answer.hit !== undefined ? ([["time of impact", shown(answer.toi, 5)]] as [string, string][]) : []),
      ...(distance === undefined ? [] : [deep ? ["depth", shown(-distance, 5)] : ["distance", shown(distance, 5)]] as [string, string][]),
      ["at least", shown(least, 5)],
      ["at most", shown(most, 5)],
      ["normal, A to B", vector(answer.normal)],
      ["point on A", vector(answer.point_a)],
      ["point on B", vector(answer.point_b)],
      ...triangle("A", answer.place_a),
      ...triangle("B", answer.place_b),
      ["answered by", answeredBy(answer)],
    ];
    this.list.replaceChildren(...rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
    this.line.textContent = text;
  }
}

function negated(bound: number | null): number | null {
  return bound === null ? null : -bound;
}

/** Where a point is on a mesh. */
function triangle(name: string, place: Answer["place_a"]): [string, string][] {
  return typeof place?.facet === "number" ? [[`triangle of ${name}`, String(place.facet)]] : [];
}

function answeredBy({ algorithm, iterations, hit, place_a, place_b }: Answer): string {
  if (place_a ?? place_b) return "a tree of boxes";
  const steps = iterations === null ? "" : `${iterations} ${iterations === 1 ? "step" : "steps"}`;
  const by = algorithm ?? (hit === undefined ? "none" : "a cast");
  return steps ? `${by}, ${steps}` : by;
}

/** In one line of the card. */
function vector(v: readonly number[] | null): string {
  return shownVector(v, v?.length === 3 ? 2 : 4);
}
