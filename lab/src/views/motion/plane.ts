/** A cast in 2D: the shapes at a time, the axis that separates them, and O's ray against A - B. */
import { drawArrow, drawDirection } from "../../draw/arrow";
import { drawBody, mark } from "../../draw/body";
import { drawDifference, drawOrigin } from "../../draw/difference";
import { drawShadows } from "../../draw/shadows";
import { drawBeyond, drawSupportLine } from "../../draw/support-line";
import { point } from "../../draw/witness";
import type { Pen } from "../../draw/pen";
import type { Engine, Outline } from "../../engine/types";
import type { Frame } from "../../plane/frame";
import type { Point, Side } from "../../state/pair";
import type { Draw, Scene } from "../view";
import { proofAt, step, type Cast, type Proof } from "./cast";

export function shapesAt(scene: Scene, cast: Cast, time: number): Draw {
  const { answer, proofs } = cast;
  const proof = proofs[proofAt(proofs, time)];
  return (pen, frame) => {
    const [a, b] = [bodyAt(scene, cast, "a", time), bodyAt(scene, cast, "b", time)];
    for (const side of ["a", "b"] as const) {
      if (time > 0 && moves(cast, side)) ghost(pen, frame, side, scene[side], [2, 4]);
      if (moves(cast, side) && answer.toi) ghost(pen, frame, side, bodyAt(scene, cast, side, answer.toi), [7, 5]);
    }
    drawBody(pen, frame, "a", a);
    drawBody(pen, frame, "b", b);
    if (isDot(a)) mark(pen, "a", frame.at(a.outline[0] ?? [0, 0]), 6);
    for (const side of ["a", "b"] as const) way(pen, frame, scene, cast, side);
    if (proof && !a.unbounded && !b.unbounded) drawShadows(pen, frame, a, b, axisOf(proof));
    if (answer.point_b) {
      const at = frame.at(point(answer.point_b));
      pen.disc(at, 5, { fill: "good", stroke: "paper", width: 1.5 });
      if (answer.normal && time === answer.toi) {
        drawDirection(pen, frame, point(answer.point_b), point(answer.normal), 46);
        const [x, y] = frame.towards(point(answer.normal));
        pen.label([at[0] + 58 * x, at[1] + 58 * y], "n", "direction");
      }
    }
  };
}

/** A - B stays as it is at the start, and O moves: the shapes are apart until the ray enters. */
export function rayAt(scene: Scene, engine: Engine, cast: Cast, time: number): Draw {
  const { answer, proofs, end } = cast;
  const k = proofAt(proofs, time);
  const proof = proofs[k];
  const found = proof ? engine.support(scene.line, axisOf(proof)) : null;
  const before = proofs.slice(0, Math.max(0, k));
  return (pen, frame) => {
    if (proof && found) drawBeyond(pen, frame, found.point, axisOf(proof));
    if (scene.difference) drawDifference(pen, frame, scene.difference);
    for (const p of before) {
      const old = engine.support(scene.line, axisOf(p));
      if (old) drawSupportLine(pen, frame, old.point, axisOf(p), "muted", [3, 5]);
    }
    if (proof && found) {
      drawSupportLine(pen, frame, found.point, axisOf(proof));
      drawDirection(pen, frame, found.point, axisOf(proof), 46);
    }
    pen.path([frame.at([0, 0]), frame.at(headAt(cast, end))], false, { stroke: "simplex", width: 1.5, dash: [5, 5] });
    const head = frame.at(headAt(cast, time));
    drawArrow(pen, frame.at([0, 0]), head, "simplex", 3);
    for (const p of proofs) pen.disc(frame.at(headAt(cast, Math.min(p.to, end))), 3, { fill: "simplex", stroke: "paper", width: 1 });
    if (answer.toi) pen.disc(frame.at(headAt(cast, answer.toi)), 6, { fill: "good", stroke: "paper", width: 1.5 });
    drawOrigin(pen, frame, scene.answer.toi === 0);
  };
}

/** O's position after a time, relative to A - B. */
export function headAt({ motion }: Cast, time: number): Point {
  const [a, b] = [step(motion, "a", time), step(motion, "b", time)];
  return [b[0] - a[0], b[1] - a[1]];
}

export function bodyAt(scene: Scene, { motion }: Cast, side: Side, time: number): Outline {
  const [dx, dy] = step(motion, side, time);
  const there = ([x, y]: Point): Point => [x + dx, y + dy];
  const body = scene[side];
  return { ...body, corners: body.corners.map(there), outline: body.outline.map(there) };
}

export function moves({ motion }: Cast, side: Side): boolean {
  return step(motion, side, 1).some((d) => d !== 0);
}

function axisOf(proof: Proof): Point {
  return [proof.axis[0] ?? 0, proof.axis[1] ?? 0];
}

function isDot(body: Outline): boolean {
  return body.outline.length === 1;
}

function ghost(pen: Pen, frame: Frame, side: Side, body: Outline, dash: readonly number[]): void {
  pen.path(frame.all(body.outline), true, { stroke: side, width: 1.25, dash, strokeOpacity: 0.8 });
}

/** From the centre of a shape at the start, its motion in one unit of time. */
function way(pen: Pen, frame: Frame, scene: Scene, cast: Cast, side: Side): void {
  if (!moves(cast, side)) return;
  const from = middleAtStart(scene, side);
  const [dx, dy] = step(cast.motion, side, 1);
  const tip = frame.at([from[0] + dx, from[1] + dy]);
  drawArrow(pen, frame.at(from), tip, side, 3);
  pen.label([tip[0], tip[1] - 20], `v${side.toUpperCase()}`, side);
}

export function middleAtStart(scene: Scene, side: Side): Point {
  const { corners, outline } = scene[side];
  const points = corners.length > 0 ? corners : outline;
  const n = Math.max(1, points.length);
  return [points.reduce((s, p) => s + p[0], 0) / n, points.reduce((s, p) => s + p[1], 0) / n];
}
