/**
 * A slider for the number of vertices: both bodies become hulls of this many points, and all tests run
 * again.
 */
import type { Pair } from "../../state/pair";
import { h } from "../../ui/html";
import { spiral } from "../../ui/presets";
import type { Page } from "../view";

const [LEAST, MOST] = [4, 96];

export function furnishCounts(article: HTMLElement, page: Page): void {
  const place = article.querySelector("#counts");
  const slider = h("input", { type: "range", id: "vertices", min: String(LEAST), max: String(MOST), value: "16", "aria-label": "Vertices of each hull" });
  const output = h("output", { for: "vertices" }, "16");
  slider.oninput = (): void => { output.textContent = slider.value; };
  slider.onchange = (): void => { page.put(hulls(Number(slider.value))); };
  place?.replaceChildren(h("label", { for: "vertices" }, "Vertices of each hull"), slider, output);
}

/** Two hulls that overlap a little, with different rotations. */
export function hulls(count: number): Pair {
  const vertices = spiral(count);
  return { dim: 3, a: { kind: "hull", vertices, pose: { t: [0, -0.9, 0] } }, b: { kind: "hull", vertices, pose: { t: [0, 0.9, 0.2], q: [0.3, 0.2, 0.1, 0.9] } } };
}
