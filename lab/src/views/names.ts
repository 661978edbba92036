/** The names of corners in sentences and labels. */
import { cornerAt } from "../engine/corners";
import type { Outline } from "../engine/types";
import type { Point, Side } from "../state/pair";
import type { Scene } from "./view";

/** "a2", or "on its curve". */
export function nameOf(side: Side, body: Outline, p: Point): string {
  const i = cornerAt(body.corners, p);
  const id = i < 0 ? -1 : (body.ids[i] ?? i);
  return id < 0 ? "on its curve" : `${side}${id}`;
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
