/** A cast in 3D: the bodies at a time, the axis between them, and O's ray against A - B. */
import { drawArrow } from "../../draw/arrow";
import { drawArrow3, drawOrigin3 } from "../../draw/marks3";
import { drawSolid, middleOf } from "../../draw/solid";
import type { Solid, Solids } from "../../engine/types";
import { add, point3, type Point3 } from "../../state/space";
import type { Side } from "../../state/pair";
import { drawBodies } from "../space/search";
import type { Draw } from "../view";
import { proofAt, step, type Cast } from "./cast";
import { moves } from "./plane";

export function bodiesAt(solids: Solids, cast: Cast, time: number): Draw {
  const { answer, proofs } = cast;
  const proof = proofs[proofAt(proofs, time)];
  const there = solidsAt(solids, cast, time);
  return (pen, frame) => {
    for (const side of ["a", "b"] as const) {
      if (moves(cast, side) && time > 0) drawSolid(pen, frame, solids[side], side, { ghost: true });
    }
    drawBodies(pen, frame, there);
    for (const side of ["a", "b"] as const) {
      if (!moves(cast, side)) continue;
      const from = middleOf(solids[side].vertices);
      const tip = frame.at3(add(from, step(cast.motion, side, 1)));
      drawArrow(pen, frame.at3(from), tip, side, 3);
      pen.label([tip[0], tip[1] - 20], `v${side.toUpperCase()}`, side);
    }
    if (proof) drawArrow3(pen, frame, middleOf([...there.a.vertices, ...there.b.vertices]), point3(proof.axis), 70);
    if (answer.point_b) pen.disc(frame.at3(point3(answer.point_b)), 5, { fill: "good", stroke: "paper", width: 1.5 });
    if (answer.point_b && answer.normal && time === answer.toi) drawArrow3(pen, frame, point3(answer.point_b), point3(answer.normal), 56);
  };
}

export function rayAt3(solids: Solids, cast: Cast, time: number): Draw {
  const { answer, proofs, end } = cast;
  const proof = proofs[proofAt(proofs, time)];
  return (pen, frame) => {
    if (solids.difference) drawSolid(pen, frame, solids.difference, "difference");
    pen.path([frame.at3([0, 0, 0]), frame.at3(headAt3(cast, end))], false, { stroke: "simplex", width: 1.5, dash: [5, 5] });
    drawArrow(pen, frame.at3([0, 0, 0]), frame.at3(headAt3(cast, time)), "simplex", 3);
    for (const p of proofs) pen.disc(frame.at3(headAt3(cast, Math.min(p.to, end))), 3, { fill: "simplex", stroke: "paper", width: 1 });
    if (answer.toi) pen.disc(frame.at3(headAt3(cast, answer.toi)), 6, { fill: "good", stroke: "paper", width: 1.5 });
    if (proof) drawArrow3(pen, frame, [0, 0, 0], point3(proof.axis), 62);
    drawOrigin3(pen, frame, answer.toi === 0);
  };
}

export function headAt3({ motion }: Cast, time: number): Point3 {
  return add(step(motion, "b", time), step(motion, "a", time), -1);
}

export function solidsAt(solids: Solids, cast: Cast, time: number): Solids {
  const moved = (side: Side): Solid => ({ ...solids[side], vertices: solids[side].vertices.map((p) => add(p, step(cast.motion, side, time))) });
  return { ...solids, a: moved("a"), b: moved("b") };
}
