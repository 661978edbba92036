/** The drawing of a place of a search in 3D. */
import { drawArrow3, drawNearest3, drawOrigin3, drawSimplex3 } from "../../draw/marks3";
import { drawDented } from "../../draw/dented";
import { drawMeeting } from "../../draw/meeting";
import { drawSolid, middleOf } from "../../draw/solid";
import { mark } from "../../draw/body";
import { drawArrow } from "../../draw/arrow";
import type { Pen } from "../../draw/pen";
import type { Answer, Solids } from "../../engine/types";
import type { Frame } from "../../plane/frame";
import { shown, shownVector } from "../../state/numbers";
import { add, point3, type Point3 } from "../../state/space";
import { nameOfPair, passes, type Asked, type Place } from "../search";
import type { Talk } from "../sentences";
import type { Draw } from "../view";

export function talk3(answer: Answer, solids: Solids, radii: number): Talk<Point3> {
  return { answer, radii, corners: solids.difference?.curved === false ? solids.difference.vertices.length : 0, direction: unit, border: "plane" };
}

function unit(d: Point3): string {
  const length = Math.hypot(...d) || 1;
  return shownVector(d.map((x) => x / length));
}

/** Both bodies, the farther one first, and the line where their surfaces intersect. */
export function drawBodies(pen: Pen, frame: Frame, { a, b }: Solids): void {
  if (a.dented === true || b.dented === true) {
    drawDented(pen, frame, [{ solid: a, role: "a" }, { solid: b, role: "b" }]);
    return;
  }
  const near = (s: Solids["a"]): number => frame.orbit.near(middleOf(s.vertices));
  const order = near(a) < near(b) ? (["a", "b"] as const) : (["b", "a"] as const);
  for (const side of order) drawSolid(pen, frame, side === "a" ? a : b, side);
  drawMeeting(pen, frame, a, b);
}

export function drawAsked3(solids: Solids, asked: Asked<Point3> | null): Draw {
  return (pen, frame) => {
    drawBodies(pen, frame, solids);
    if (!asked) return;
    const { direction: d, a, b } = asked;
    drawArrow3(pen, frame, a, d);
    drawArrow3(pen, frame, b, [-d[0], -d[1], -d[2]]);
    for (const [side, at, id] of [["a", a, asked.ia], ["b", b, asked.ib]] as const) {
      const [x, y] = frame.at3(at);
      mark(pen, side, [x, y], 6);
      if (id >= 0) pen.label([x, y - 18], `${side}${id}`, side);
    }
  };
}

export function drawSearch3(solids: Solids, place: Place<Point3>, inside: boolean | null): Draw {
  return (pen, frame) => {
    const { asked, simplex, dropped, nearest, kind } = place;
    if (solids.difference) drawSolid(pen, frame, solids.difference, "difference", { ghost: true });
    drawSimplex3(pen, frame, simplex, dropped);
    if (kind === "ask" && asked) {
      drawArrow3(pen, frame, [0, 0, 0], asked.direction, 78);
      const at = frame.at3(asked.point);
      pen.disc(at, 6, { fill: "paper", stroke: "simplex", width: 2 });
      pen.disc(at, 11, { stroke: passes(asked) ? "simplex" : "direction", width: 2 });
      pen.label([at[0], at[1] - 20], nameOfPair([asked.ia, asked.ib]), "simplex");
    }
    if (nearest && kind !== "ask") drawNearest3(pen, frame, nearest);
    drawOrigin3(pen, frame, inside);
  };
}

/** The answer between two bodies: witness points, normal, contact points with their names. */
export function drawAnswer3(pen: Pen, frame: Frame, answer: Answer, contact: Answer | null = null): void {
  const { point_a, point_b, normal, signed_distance } = answer;
  contact?.manifold?.points.forEach((p, i) => {
    const [a, b] = [frame.at3(point3(p.point_a)), frame.at3(point3(p.point_b))];
    pen.path([a, b], false, { stroke: "simplex", width: 2 });
    pen.disc(a, 4, { fill: "paper", stroke: "simplex", width: 2 });
    pen.disc(b, 4, { fill: "simplex", stroke: "paper", width: 1 });
    pen.label([b[0] + 9, b[1] + 12], String(i + 1), "simplex", "start");
  });
  if (!point_a || !point_b) return;
  const [a, b] = [frame.at3(point3(point_a)), frame.at3(point3(point_b))];
  pen.path([a, b], false, { stroke: "ink", width: 2, dash: answer.status === "apart" ? [] : [5, 4] });
  mark(pen, "a", a, 5);
  mark(pen, "b", b, 5);
  if (normal) {
    const tip = frame.at3(add(point3(point_a), point3(normal), 54 / frame.scale));
    drawArrow(pen, a, tip, "direction");
    pen.label([tip[0] + 10, tip[1] - 8], "n", "direction");
  }
  if (signed_distance !== null) pen.label([14, frame.height - 18], `${answer.status === "overlapping" ? "depth" : "gap"} ${shown(Math.abs(signed_distance), 3)}`, "ink", "start");
}
