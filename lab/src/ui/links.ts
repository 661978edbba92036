/** Buttons in an article that open a place: `data-view`, `data-algorithm`, `data-step`, `data-pair`, `data-first`. */
import { isPair } from "../state/link";
import type { Pair, Point } from "../state/pair";

export function listenToLinks(article: HTMLElement, now: () => Pair, show: (pair: Pair, view: string, place: number, algorithm?: string, first?: Point | null) => void): void {
  for (const button of article.querySelectorAll<HTMLButtonElement>("button[data-view]")) {
    const { view, step, algorithm, pair: text, first } = button.dataset;
    const pair: unknown = text === undefined ? null : JSON.parse(text);
    const [x = 1, y = 0] = (first ?? "").split(" ").map(Number);
    button.onclick = (): void => { show(isPair(pair) ? pair : now(), view ?? "touch", Number(step ?? 0), algorithm, first === undefined ? null : [x, y]); };
  }
}
