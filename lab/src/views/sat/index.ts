/** View 6: separating axes in 2D. The kinks of h are at the edge normals; its minimum is the depth. */
import { drawShadows } from "../../draw/shadows";
import { drawArrow } from "../../draw/arrow";
import { drawBody, drawCorners } from "../../draw/body";
import { drawDifference, drawOrigin } from "../../draw/difference";
import { drawSupportLine } from "../../draw/support-line";
import { drawWitness } from "../../draw/witness";
import type { Lit } from "../../plane/lit";
import type { Answer, AxisFeature, Engine, Outline, Step } from "../../engine/types";
import { shown } from "../../state/numbers";
import type { Point, Side } from "../../state/pair";
import { degrees } from "../names";
import { listed } from "../view";
import type { Draw, Look, Model, Scene, View } from "../view";
import article from "./article.html?raw";

export const satView: View = {
  id: "sat",
  dims: [2],
  number: 6,
  name: "SAT",
  title: "Shadows",
  idea: "SAT: only the edges' normals need a look, and the least overlap is the depth.",
  algorithms: [
    { id: "sat", name: "All axes" },
    { id: "sat-bounded", name: "Bounded: some axes ruled out" },
  ],
  article,
  model,
};

type Axis = Extract<Step, { step: "axis" }>;

interface Place {
  axis: Axis | null;
  best: Axis | null;
  number: number;
}

function model(scene: Scene, engine: Engine, algorithm: string): Model {
  const answer = engine.query(scene.line, algorithm);
  const steps = answer.status === "error" ? [] : engine.steps(scene.line, algorithm);
  const from = steps.findIndex((s) => s.step === "start" && s.algorithm.startsWith("sat"));
  const axes: Axis[] = [];
  for (const s of from < 0 ? [] : steps.slice(from + 1)) {
    if (s.step === "start") break;
    if (s.step === "axis") axes.push(s);
  }
  const all: Place[] = [];
  let best: Axis | null = null;
  axes.forEach((axis, i) => {
    if (!best || axis.overlap < best.overlap) best = axis;
    all.push({ axis, best, number: i + 1 });
  });
  if (axes.length > 0) all.push({ axis: null, best, number: axes.length });
  const looks = all.map((place) => look(scene, place, axes.length, answer));
  if (looks.length === 0) looks.push(look(scene, { axis: null, best: null, number: 0 }, 0, answer));
  const curve = engine.curve(scene.line, 720);
  return {
    ...listed(looks),
    slider: "Axis",
    lit: all.map(({ axis, best }) => litAlong(scene, (axis ?? best)?.axis)),
    first: 0,
    ...(curve && { curve: { ...curve, marks: axes.map((a, place) => ({ angle: angleOf(a.axis), value: a.overlap, place })) } }),
    captions: { shapes: "Shadows of A and B on the axis", difference: "O's distance from the support line is the overlap" },
  };
}

/** The support of each shape along an axis: a corner, or both ends of an edge. */
function litAlong(scene: Scene, axis: Point | undefined): Lit | null {
  if (!axis) return null;
  const farthest = ({ corners, ids }: Outline, [x, y]: Point): number[] => {
    const reach = corners.map((p) => p[0] * x + p[1] * y);
    const most = Math.max(...reach);
    const size = Math.max(...corners.map((p) => Math.abs(p[0]) + Math.abs(p[1])));
    return ids.filter((_, i) => (reach[i] ?? -Infinity) >= most - 1e-9 * size);
  };
  return { a: farthest(scene.a, axis), b: farthest(scene.b, [-axis[0], -axis[1]]) };
}

function angleOf(d: Point): number {
  return Math.atan2(d[1], d[0]);
}

function look(scene: Scene, place: Place, count: number, answer: Answer): Look {
  const shown = place.axis ?? place.best;
  return {
    sentence: sentence(scene, place, count, answer),
    shapes: drawShapes(scene, place, answer),
    difference: drawAxis(scene, place, answer),
    ...(shown ? { angle: angleOf(shown.axis) } : {}),
  };
}

function feature(scene: Scene, f: AxisFeature): string {
  if (f && "face_a" in f) return edge("a", scene.a, f.face_a);
  if (f && "face_b" in f) return edge("b", scene.b, f.face_b);
  return "a first guess, from one shape's middle to the other's";
}

/** "edge a2–a3", by its ends, because edges have no labels. */
function edge(side: Side, { ids }: Outline, id: number): string {
  const next = ids[(ids.indexOf(id) + 1) % ids.length] ?? id;
  return `edge ${side}${id}–${side}${next}`;
}

function sentence(scene: Scene, place: Place, count: number, answer: Answer): string {
  const { axis, best, number } = place;
  if (axis) {
    const found = axis.overlap < 0 ? `the shadows leave a gap of ${shown(-axis.overlap)}: the shapes are apart` : `the shadows overlap by ${shown(axis.overlap)}`;
    const record = axis === best ? "the least so far" : `the least so far is ${shown(best?.overlap)}`;
    return `Axis ${number} of ${count}, towards ${degrees(axis.axis)}, from ${feature(scene, axis.feature)}: ${found}; ${record}.`;
  }
  if (!best) return answer.error ? `There is no separating axis test here: ${answer.error}.` : "There are no edges to take axes from.";
  if (best.overlap < 0) return `An axis with a gap ends the test. Its gap, ${shown(-best.overlap)}, is a lower bound of the distance; the distance itself may be larger, from corner to corner.`;
  return `All ${count} axes are done. The least overlap is the depth, ${shown(answer.signed_distance === null ? best.overlap : -answer.signed_distance, 4)}, across ${feature(scene, best.feature)}.`;
}

function drawShapes(scene: Scene, place: Place, answer: Answer): Draw {
  return (pen, frame) => {
    const axis = place.axis ?? place.best;
    drawBody(pen, frame, "a", scene.a);
    drawBody(pen, frame, "b", scene.b);
    drawCorners(pen, frame, "a", scene.a);
    drawCorners(pen, frame, "b", scene.b);
    if (axis) drawShadows(pen, frame, scene.a, scene.b, axis.axis);
    if (!place.axis && answer.signed_distance !== null) drawWitness(pen, frame, answer);
  };
}

function drawAxis(scene: Scene, place: Place, answer: Answer): Draw {
  return (pen, frame) => {
    if (scene.difference) drawDifference(pen, frame, scene.difference);
    const { axis, best } = place;
    for (const [one, role] of [[best, "good"], [axis, "direction"]] as const) {
      if (!one || (role === "good" && one === axis)) continue;
      const foot: Point = [one.axis[0] * one.overlap, one.axis[1] * one.overlap];
      drawSupportLine(pen, frame, foot, one.axis, role, role === "good" ? [6, 5] : []);
      drawArrow(pen, frame.at([0, 0]), frame.at(foot), role);
      const [x, y] = frame.at(foot);
      const [dx, dy] = frame.towards(one.axis);
      const sign = one.overlap < 0 ? -1 : 1;
      pen.label([x + 32 * dx * sign, y + 20 * dy * sign], shown(one.overlap), role);
    }
    drawOrigin(pen, frame, answer.intersects);
  };
}
