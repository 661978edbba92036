/** View 5: EPA. A polygon inside A - B grows at the edge nearest to O. */
import { drawDirection } from "../../draw/arrow";
import { drawDifference, drawOrigin, ring } from "../../draw/difference";
import { drawSupportLine } from "../../draw/support-line";
import { drawWitness } from "../../draw/witness";
import { drawBody, drawCorners } from "../../draw/body";
import type { Answer, Engine, Step } from "../../engine/types";
import { shown } from "../../state/numbers";
import type { Point } from "../../state/pair";
import { CODE, EPA_LINES } from "../code";
import { degrees, pairName } from "../names";
import { supportPoints } from "../sentences";
import { litOf } from "../search";
import { listed } from "../view";
import type { Draw, Look, Model, Scene, View } from "../view";
import article from "./article.html?raw";

export const epaView: View = {
  id: "epa",
  dims: [2],
  number: 5,
  name: "EPA",
  title: "How deep",
  idea: "EPA: move out the face nearest to O until nothing lies beyond it.",
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
  /** The edges that the new corner replaced. */
  gone: Point[][];
  lower: number | null;
  upper: number | null;
}

/** The places of EPA in a trace; the rings of corners are those of the trace. */
function growth(steps: readonly Step[]): Place[] {
  const from = steps.findIndex((s) => s.step === "start" && s.algorithm === "epa");
  let now: Place = { kind: "start", polygon: [], face: null, asked: null, added: null, gone: [], lower: null, upper: null };
  const out: Place[] = [];
  for (const s of from < 0 ? [] : steps.slice(from + 1)) {
    const before = now;
    now = after(before, s);
    if (now === before) continue;
    // A ring is shown with the corner that made it, and bounds with the support point that gave
    // them.
    if (out.length > 0 && (s.step === "polytope" || s.step === "bounds")) out[out.length - 1] = now;
    else out.push(now);
    if (s.step === "finish") break;
  }
  return out;
}

function after(now: Place, s: Step): Place {
  switch (s.step) {
    case "polytope":
      return { ...now, polygon: s.corners };
    case "face":
      return { ...now, kind: "face", face: s, asked: null, added: null, gone: [] };
    case "support":
      return { ...now, kind: "ask", asked: s };
    case "bounds":
      return { ...now, lower: Math.max(now.lower ?? -Infinity, s.lower), upper: Math.min(now.upper ?? Infinity, s.upper) };
    case "expand":
      return { ...now, kind: "expand", added: s.point, gone: s.seen.map((i) => edge(now.polygon, i)) };
    case "finish":
      return { ...now, kind: "end", added: null, gone: [] };
    default:
      return now;
  }
}

/** Edge i of a ring is from corner i to the next. */
function edge(polygon: readonly Point[], i: number): Point[] {
  return [polygon[i % polygon.length] ?? [0, 0], polygon[(i + 1) % polygon.length] ?? [0, 0]];
}

function model(scene: Scene, engine: Engine, algorithm: string): Model {
  const answer = engine.query(scene.line, algorithm);
  const all = growth(engine.steps(scene.line, algorithm));
  const looks = all.map((place): Look => ({
    sentence: sentence(scene, place, answer),
    shapes: drawShapes(scene, place, answer),
    difference: drawGrowth(scene, place),
    line: EPA_LINES[place.kind],
    ...(place.face ? { angle: Math.atan2(place.face.normal[1], place.face.normal[0]) } : {}),
  }));
  if (looks.length === 0) looks.push(apart(scene, answer));
  return {
    ...listed(looks),
    slider: "Step of EPA",
    code: CODE[2].epa,
    lit: litOf(all),
    first: 0,
    bounds: { lower: all.map((p) => p.lower), upper: all.map((p) => p.upper), lowerBy: "a line through a support point", upperBy: "the nearest face" },
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
  const ends = face ? face.corners.map((c) => pairName(scene, c)) : [];
  const name = ends.every((end) => end !== "") ? ` is ${ends.join(" to ")},` : " is";
  switch (place.kind) {
    case "start":
      return `GJK has caught O in a ${place.polygon.length > 2 ? "triangle" : "segment"}. EPA lets it grow from there.`;
    case "face":
      return `The nearest face${name} ${shown(face?.distance)} away from O: the depth is at least that, for the polygon lies inside A − B.`;
    case "ask":
      return asked
        ? `Across the face, towards ${degrees(asked.direction)}: ${supportPoints(asked)}. The depth is between ${shown(neg(upper))} and ${shown(neg(lower))}.`
        : "";
    case "expand":
      return `${pairName(scene, place.added ?? [0, 0]) || "A point of the curve"} lies beyond the face: remove ${place.gone.length === 1 ? "1 face" : `${place.gone.length} faces`}, add 2.`;
    case "end":
      return answer.signed_distance === null
        ? `EPA ended with no depth: ${answer.error ?? "no bound was close enough"}.`
        : `Nothing lies beyond the nearest face: the depth is ${shown(-answer.signed_distance, 4)}. Moving B by it along the normal separates the shapes.`;
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
    drawCorners(pen, frame, "a", scene.a, asked ? [scene.a.ids.indexOf(asked.ia)] : []);
    drawCorners(pen, frame, "b", scene.b, asked ? [scene.b.ids.indexOf(asked.ib)] : []);
    if (ends) drawWitness(pen, frame, answer);
  };
}

function drawGrowth(scene: Scene, place: Place): Draw {
  return (pen, frame) => {
    const { face, asked, gone, added, polygon } = place;
    if (scene.difference) drawDifference(pen, frame, scene.difference, true);
    pen.path(frame.all(polygon), true, { fill: "simplex", opacity: 0.16, stroke: "simplex", width: 2 });
    for (const ends of gone) pen.path(frame.all(ends), false, { stroke: "simplex", width: 2, dash: [2, 5] });
    if (face && gone.length === 0) {
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
