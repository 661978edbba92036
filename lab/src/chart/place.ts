/** The place of the slider whose direction is nearest to an angle of the curve. */
import type { Model } from "../views/view";

export function placeAt(model: Model, angle: number): number {
  let [best, least] = [0, Infinity];
  for (let i = 0; i < model.count; i += 1) {
    const found = model.curve?.marks.length ? model.curve.marks.find((m) => m.place === i)?.angle : (i / model.count) * 2 * Math.PI;
    if (found === undefined) continue;
    const off = Math.abs(Math.atan2(Math.sin(found - angle), Math.cos(found - angle)));
    if (off < least) [best, least] = [i, off];
  }
  return best;
}
