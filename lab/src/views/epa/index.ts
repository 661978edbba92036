/** View 5: EPA. A polygon in A - B grows towards the wall nearest to O. */
import { drawDirection } from "../../draw/arrow";
import { drawDifference, drawOrigin, ring } from "../../draw/difference";
import { drawSupportLine } from "../../draw/support-line";
import { drawWitness } from "../../draw/witness";
import { drawBody, drawCorners } from "../../draw/body";
import type { Answer, Engine, Step } from "../../engine/types";
import { shown } from "../../state/numbers";
import type { Point } from "../../state/pair";
import { cornerAt, degrees, nameOf, pairName } from "../names";
import { places } from "../search";
import { listed } from "../view";
import type { Draw, Look, Model, Scene, View } from "../view";
import article from "./article.html?raw";

export const epaView: View = {
  id: "epa",
  number: 5,
  name: "EPA",
  title: "How deep",
  idea: "EPA: push out the wall nearest to O until nothing lies beyond it.",
  algorithms: [{ id: "epa", name: "EPA" }],
  article,
  model,
};

type Face = Extract<Step, { step: "face" }>;
type Asked = Extract<Step, { step: "support" }>;

interface Place {
  kind: "start" | "face" | "ask" | "expand" | "end";
  polygon: Point[];
  face: Face | null;
  asked: Asked | null;
  added: Point | null;
  gone: [Point, Point] | null;
  lower: number | null;
  upper: number | null;
}

/** The polygon of the trace grows by a corner in the wall that was taken up. */
function growth(steps: readonly Step[]): Place[] {
  const gjk = places(steps, "gjk");
  const from = steps.findIndex((s) => s.step === "start" && s.algorithm === "epa");
  if (from < 0) return [];
  const begun = gjk.findLast((p) => p.simplex.length > 1)?.simplex ?? [];
  let now: Place = { kind: "start", polygon: begun, face: null, asked: null, added: null, gone: null, lower: null, upper: null };
  const out = [now];
  for (const s of steps.slice(from + 1)) {
    if (s.step === "face") {
      now = { ...now, kind: "face", face: s, asked: null, added: null, gone: null, polygon: withCorners(now.polygon, s.corners) };
    } else if (s.step === "support") {
      now = { ...now, kind: "ask", asked: s };
    } else if (s.step === "bounds") {
      now = { ...now, lower: Math.max(now.lower ?? -Infinity, s.lower), upper: Math.min(now.upper ?? Infinity, s.upper) };
      out[out.length - 1] = now;
      continue;
    } else if (s.step === "expand" && now.face) {
      const [p, q] = now.face.corners as [Point, Point];
      now = { ...now, kind: "expand", added: s.point, gone: [p, q], polygon: between(now.polygon, p, q, s.point) };
    } else if (s.step === "finish") {
      now = { ...now, kind: "end", added: null, gone: null };
    } else {
      continue;
    }
    out.push(now);
    if (s.step === "finish") break;
  }
  return out;
}

function same(p: Point, q: Point): boolean {
  return p[0] === q[0] && p[1] === q[1];
}

/** A corner that the trace names for the first time with its wall joins the list (a flat start). */
function withCorners(polygon: Point[], corners: readonly Point[]): Point[] {
  const fresh = corners.filter((c) => !polygon.some((p) => same(p, c)));
  return fresh.length > 0 ? [...polygon, ...fresh] : polygon;
}

function between(polygon: Point[], p: Point, q: Point, added: Point): Point[] {
  const i = polygon.findIndex((c) => same(c, p));
  const j = polygon.findIndex((c) => same(c, q));
  if (i < 0 || j < 0) return [...polygon, added];
  const at = Math.abs(i - j) === 1 ? Math.max(i, j) : polygon.length;
  return [...polygon.slice(0, at), added, ...polygon.slice(at)];
}

function model(scene: Scene, engine: Engine, algorithm: string): Model {
  const answer = engine.query(scene.line, algorithm);
  const all = growth(engine.steps(scene.line, algorithm));
  const looks = all.map((place): Look => ({
    sentence: sentence(scene, place, answer),
    shapes: drawShapes(scene, place, answer),
    difference: drawGrowth(scene, place),
    ...(place.face ? { angle: Math.atan2(place.face.normal[1], place.face.normal[0]) } : {}),
  }));
  if (looks.length === 0) looks.push(apart(scene, answer));
  return {
    ...listed(looks),
    slider: "Step of EPA",
    first: 0,
    bounds: { lower: all.map((p) => p.lower), upper: all.map((p) => p.upper), lowerBy: "a line through a support point", upperBy: "the nearest wall" },
    captions: { shapes: "The way out", difference: "A polygon that grows in A − B" },
  };
}

function apart(scene: Scene, answer: Answer): Look {
  const why = answer.error ?? (answer.status === "apart" ? "A and B do not overlap, so there is no depth. Drag one into the other." : "EPA has nothing to do here: the depth follows from the radii.");
  return {
    sentence: why,
    shapes: (pen, frame) => {
      drawBody(pen, frame, "a", scene.a);
      drawBody(pen, frame, "b", scene.b);
      drawWitness(pen, frame, answer);
    },
    difference: (pen, frame) => {
      if (scene.difference) drawDifference(pen, frame, scene.difference);
      drawOrigin(pen, frame, answer.intersects);
    },
  };
}

function sentence(scene: Scene, place: Place, answer: Answer): string {
  const { face, asked, lower, upper } = place;
  const wall = face ? face.corners.map((c) => pairName(scene, c) || "a curve's point").join(" to ") : "";
  switch (place.kind) {
    case "start":
      return `GJK has caught O in a ${place.polygon.length > 2 ? "triangle" : "segment"}. EPA lets it grow from there.`;
    case "face":
      return `The nearest wall is ${wall}, ${shown(face?.distance)} away from O: the depth is at least that, for the polygon lies inside A − B.`;
    case "ask":
      return asked
        ? `Ask across the wall, towards ${degrees(asked.direction)}: A answers ${nameOf("a", scene.a, asked.a)}, B answers ${nameOf("b", scene.b, asked.b)}. The depth is between ${shown(neg(upper))} and ${shown(neg(lower))}.`
        : "";
    case "expand":
      return `${pairName(scene, place.added ?? [0, 0]) || "A point of the curve"} lies beyond the wall: remove 1 wall, add 2.`;
    case "end":
      return answer.signed_distance === null
        ? `EPA ended with no depth: ${answer.error ?? "no bound was close enough"}.`
        : `Nothing lies beyond the nearest wall: the depth is ${shown(-answer.signed_distance, 4)}. Moving B by it along the normal separates the shapes.`;
  }
}

function neg(x: number | null): number | null {
  return x === null ? null : -x;
}

function drawShapes(scene: Scene, place: Place, answer: Answer): Draw {
  return (pen, frame) => {
    const { asked } = place;
    drawBody(pen, frame, "a", scene.a);
    drawBody(pen, frame, "b", scene.b);
    const ends = place.kind === "end";
    if (asked && !ends) {
      drawSupportLine(pen, frame, asked.a, asked.direction, "a", [5, 5]);
      drawSupportLine(pen, frame, asked.b, asked.direction, "b", [5, 5]);
      drawDirection(pen, frame, asked.a, asked.direction, 46);
    }
    drawCorners(pen, frame, "a", scene.a, asked ? [cornerAt(scene.a.corners, asked.a)] : []);
    drawCorners(pen, frame, "b", scene.b, asked ? [cornerAt(scene.b.corners, asked.b)] : []);
    if (ends) drawWitness(pen, frame, answer);
  };
}

function drawGrowth(scene: Scene, place: Place): Draw {
  return (pen, frame) => {
    const { face, asked, gone, added, polygon } = place;
    if (scene.difference) drawDifference(pen, frame, scene.difference, true);
    pen.path(frame.all(polygon), true, { fill: "simplex", opacity: 0.16, stroke: "simplex", width: 2 });
    if (gone) pen.path(frame.all(gone), false, { stroke: "simplex", width: 2, dash: [2, 5] });
    if (face && !gone) {
      const foot: Point = [face.normal[0] * face.distance, face.normal[1] * face.distance];
      pen.path(frame.all(face.corners), false, { stroke: "direction", width: 5 });
      pen.path([frame.at([0, 0]), frame.at(foot)], false, { stroke: "direction", width: 2, dash: [6, 5] });
      const [x, y] = frame.at(foot);
      const [dx, dy] = frame.towards(face.normal);
      pen.label([x + 30 * dx, y + 20 * dy], shown(face.distance), "direction");
    }
    if (asked && place.kind === "ask") {
      drawSupportLine(pen, frame, asked.point, asked.direction);
      pen.disc(frame.at(asked.point), 11, { stroke: "simplex", width: 2 });
    }
    for (const p of polygon) ring(pen, frame.at(p), 4.5);
    if (added) {
      const [x, y] = frame.at(added);
      pen.disc([x, y], 7, { fill: "simplex", stroke: "paper", width: 1.5 });
      pen.label([x, y - 18], pairName(scene, added), "simplex");
    }
    drawOrigin(pen, frame, true);
  };
}
