/** The names of corners in sentences and labels. */
import type { Outline } from "../engine/types";
import type { Point, Side } from "../state/pair";
import type { Scene } from "./view";

/** The index in the list of the corner at a point; -1 on a curve. */
export function cornerAt(corners: readonly Point[], p: Point): number {
  const size = corners.reduce((s, c) => Math.max(s, Math.abs(c[0]), Math.abs(c[1])), Math.abs(p[0]) + Math.abs(p[1]));
  let best = -1;
  let least = 1e-9 * size;
  corners.forEach((c, i) => {
    const d = Math.hypot(c[0] - p[0], c[1] - p[1]);
    if (d <= least) [best, least] = [i, d];
  });
  return best;
}

/** "a2", or "a point of A" on a curve. */
export function nameOf(side: Side, body: Outline, p: Point): string {
  const i = cornerAt(body.corners, p);
  const id = i < 0 ? -1 : (body.ids[i] ?? i);
  return id < 0 ? `a point of ${side.toUpperCase()}` : `${side}${id}`;
}

/** "a2−b0" for a corner of the difference; "" on a curve. */
export function pairName(scene: Scene, p: Point): string {
  const d = scene.difference;
  const from = d?.from[cornerAt(d.corners, p)];
  return from && from[0] >= 0 && from[1] >= 0 ? `a${from[0]}−b${from[1]}` : "";
}

/** The direction as an angle of 0 to 359 degrees. */
export function degrees(d: Point): string {
  const angle = Math.round((Math.atan2(d[1], d[0]) * 180) / Math.PI);
  return `${(angle + 360) % 360}°`;
}
