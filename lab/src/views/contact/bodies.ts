/**
 * The contact at the bodies: the faces that face each other, highlighted, and the candidates between
 * them.
 */
import { drawDirection } from "../../draw/arrow";
import { drawBody, drawCorners, mark } from "../../draw/body";
import { drawArrow3 } from "../../draw/marks3";
import type { Pen } from "../../draw/pen";
import type { Solids, Vec } from "../../engine/types";
import type { Frame } from "../../plane/frame";
import type { Point } from "../../state/pair";
import { point3, type Point3 } from "../../state/space";
import { drawBodies } from "../space/search";
import type { Draw, Scene } from "../view";
import { outlineOf, type Place } from "./steps";

export function drawMeeting(scene: Scene, place: Place | null): Draw {
  const { solids } = scene;
  return (pen, frame) => {
    if (solids) drawBodies(pen, frame, solids);
    else {
      for (const side of ["a", "b"] as const) {
        drawBody(pen, frame, side, scene[side]);
        drawCorners(pen, frame, side, scene[side]);
      }
    }
    if (place) drawFaces(pen, frame, place, solids);
  };
}

function drawFaces(pen: Pen, frame: Frame, place: Place, solids: Solids | null): void {
  const { facing, cuts, touches, kept, kind } = place;
  const at = (p: Vec): Point => (solids ? frame.at3(point3(p)) : frame.at([p[0] ?? 0, p[1] ?? 0]));
  for (const side of ["a", "b"] as const) {
    const corners = facing[side].map(at);
    if (corners.length > 2) pen.path(outlineOf(place, side).map(at), true, { fill: side, opacity: 0.35, stroke: side, width: 3.5 });
    else if (corners.length === 2) pen.path(corners, false, { stroke: side, width: 6 });
    else for (const p of corners) mark(pen, side, p, 7);
  }
  const cut = kind === "cut" ? cuts.at(-1) : undefined;
  if (cut) pen.path(cut.ends.map(at), false, { stroke: "direction", width: 2.5, dash: [1, 6] });
  if (cut?.left.length === 2) pen.path(cut.left.map(at), false, { stroke: "direction", width: 5 });
  touches.forEach((touch, i) => {
    const [a, b] = [at(touch.a), at(touch.b)];
    if (kept && !kept.includes(i)) return;
    pen.path([a, b], false, { stroke: "simplex", width: 2 });
    pen.disc(a, 4, { fill: "paper", stroke: "simplex", width: 2 });
    pen.disc(b, 4, { fill: "simplex", stroke: "paper", width: 1 });
    if (kept) pen.label([b[0] + 9, b[1] + 12], String(kept.indexOf(i) + 1), "simplex", "start");
    else if (kind === "touch" && i === touches.length - 1) pen.disc(b, 11, { stroke: "direction", width: 3 });
  });
  const from = touches.length > 0 ? touches.map((t) => t.b) : facing.b.length > 0 ? facing.b : facing.a;
  const middle = (k: number): number => from.reduce((s, p) => s + (p[k] ?? 0), 0) / (from.length || 1);
  if (solids) drawArrow3(pen, frame, [middle(0), middle(1), middle(2)] as Point3, point3(facing.normal), 66);
  else drawDirection(pen, frame, [middle(0), middle(1)], [facing.normal[0] ?? 0, facing.normal[1] ?? 0], 56);
}
