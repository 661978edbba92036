/** Buttons in an article that open a place: `data-view`, `data-algorithm`, `data-step`, `data-pair`. */
import { isPair } from "../state/link";
import type { Pair } from "../state/pair";

export function listenToLinks(article: HTMLElement, now: () => Pair, show: (pair: Pair, view: string, place: number, algorithm?: string) => void): void {
  for (const button of article.querySelectorAll<HTMLButtonElement>("button[data-view]")) {
    const { view, step, algorithm, pair: text } = button.dataset;
    const pair: unknown = text === undefined ? null : JSON.parse(text);
    button.onclick = (): void => { show(isPair(pair) ? pair : now(), view ?? "touch", Number(step ?? 0), algorithm); };
  }
}
