/**
 * View 8: separating axes in 3D. The faces of A - B are points of two maps on one sphere; four tests
 * compute more or fewer of them.
 */
import { drawArrow3 } from "../../draw/marks3";
import { drawGlobe } from "../../draw/sphere";
import { middleOf } from "../../draw/solid";
import type { Answer, AxisFeature, Engine, GaussMaps, Solids, Step } from "../../engine/types";
import { shown, shownVector } from "../../state/numbers";
import type { Point3 } from "../../state/space";
import type { Draw, Look, Model, Scene, View } from "../view";
import { drawAnswer3, drawBodies } from "../space/search";
import { axesOf } from "./axes";
import { furnishCounts } from "./counts";
import { race, TESTS } from "./race";
import { crossSection } from "./section";
import { drawMaps, landscape } from "./landscape";
import { drawOnBodies, drawOnSphere, namedBy, type Axis, type Told } from "./named";
import article from "./article.html?raw";

/** Not a test: the overlap along every direction. */
const LANDSCAPE = { id: "landscape", name: "Landscape" };
/** The same along a great circle, while B leaves A. */
const SECTION = { id: "section", name: "Cross-section" };

export const sphereView: View = {
  id: "sphere",
  dims: [3],
  number: 8,
  name: "Sphere",
  title: "Four tests, one sphere",
  idea: "Each face of A − B is a face of A, a face of −B, or a crossing of two arcs.",
  algorithms: [...TESTS, LANDSCAPE, SECTION],
  article,
  model,
  furnish: furnishCounts,
};

interface Place {
  step: Told;
  /** All axes of the test; `seen` of them were measured up to this place. */
  axes: readonly Axis[];
  seen: number;
  best: Axis | null;
}

function placesOf(steps: readonly Step<Point3>[]): Place[] {
  const from = steps.findIndex((s) => s.step === "start" && s.algorithm.startsWith("sat"));
  const out: Place[] = [];
  const axes: Axis[] = [];
  let best: Axis | null = null;
  for (const step of from < 0 ? [] : steps.slice(from + 1)) {
    if (step.step === "start") break;
    if (step.step !== "axis" && step.step !== "skip" && step.step !== "cross" && step.step !== "finish") continue;
    if (step.step === "axis") {
      axes.push(step);
      if (!best || step.overlap < best.overlap) best = step;
    }
    out.push({ step, axes, seen: axes.length, best });
    if (step.step === "finish") break;
  }
  return out;
}

/** This many measurements take a few milliseconds; if there are more, they wait until a gesture ends. */
const AT_ONCE = 10_000;

function model(scene: Scene, engine: Engine, algorithm: string, _: unknown, held: boolean): Model {
  const { solids } = scene;
  if (!solids) throw new Error("This view is for pairs in space.");
  const maps = engine.gauss(scene.line);
  const table = maps ? { table: () => race(scene, engine, maps, axesOf(maps, solids)) } : {};
  if (algorithm === SECTION.id) return { ...crossSection(scene, solids, engine), ...table };
  if (algorithm === LANDSCAPE.id) return { ...landscape(scene, solids, engine, maps), ...table };
  const count = maps ? maps.a.points.length + maps.b.points.length + maps.a.arcs.length * maps.b.arcs.length : 0;
  const waits = held && algorithm === "sat" && count > AT_ONCE;
  const { steps, answer } = waits ? { steps: [], answer: scene.answer } : engine.told3(scene.line, algorithm);
  const all = maps ? placesOf(steps) : [];
  const look = (place: Place): Look => ({
    sentence: sentence(place, answer),
    shapes: drawShapes(solids, place, answer),
    difference: (pen, frame) => {
      if (maps) {
        drawMaps(maps)(pen, frame);
        drawOnSphere(namedBy(place.step, place.best), maps, solids)(pen, frame);
      }
      drawSeen(place)(pen, frame);
    },
  });
  const none = waits && maps ? waiting(solids, maps) : without(solids, answer);
  const crossings = maps?.sides.filter((s) => s.kind === "crossing").length ?? 0;
  return {
    count: Math.max(1, all.length),
    look: (i) => {
      const place = all[Math.min(i, all.length - 1)];
      return place ? look(place) : none;
    },
    slider: "Step of the test",
    first: Math.max(0, all.length - 1),
    span: 2.8,
    waits,
    ...table,
    captions: { shapes: "A and B", difference: maps ? `● A   ■ −B   ◆ ${crossings} crossings` : "No map" },
  };
}

function waiting(solids: Solids, maps: GaussMaps): Look {
  return {
    sentence: "All axes are measured when you let go.",
    shapes: (pen, frame) => { drawBodies(pen, frame, solids); },
    difference: drawMaps(maps),
  };
}

function without(solids: Solids, answer: Answer): Look {
  return {
    sentence: answer.error ? `There are no maps to lay over each other: ${answer.error}.` : "A body here is round or flat, so its map is no net of arcs. Choose boxes or hulls.",
    shapes: (pen, frame) => { drawBodies(pen, frame, solids); },
    difference: (pen, frame) => { drawGlobe(pen, frame); },
  };
}

function feature(f: AxisFeature): string {
  if (!f) return "the first guess, from middle to middle";
  if ("face_a" in f) return `face ${f.face_a} of A`;
  if ("face_b" in f) return `face ${f.face_b} of B`;
  return `edges ${f.edges[0]} of A and ${f.edges[1]} of B`;
}

function sentence({ step, seen, best }: Place, answer: Answer): string {
  switch (step.step) {
    case "axis":
      return `Measurement ${seen}, along ${shownVector(step.axis)}, from ${feature(step.feature)}: ${step.overlap < 0 ? `a gap of ${shown(-step.overlap)}` : `overlap ${shown(step.overlap)}`}; ${step === best ? "the least so far" : `the least so far is ${shown(best?.overlap)}`}.`;
    case "skip": {
      const why = step.by >= 0 ? `Vertex ${step.of === "a" ? "b" : "a"}${step.by} proves it` : "A bound proves it";
      return `${why}: no axis of ${skipped(step)} of ${step.of.toUpperCase()} has less overlap than ${shown(step.best)}. Skip them.`;
    }
    case "cross":
      return `The arc of edge ${step.arc} of B leaves the region of a${step.cell} through edge ${step.border} of A, into that of a${step.next}: a crossing, found with no search.`;
    case "finish": {
      if (!best) return "No axis was measured.";
      const took = count(answer.iterations ?? 0, "measurement");
      return best.overlap < 0
        ? `A plane separates the bodies along ${feature(best.feature)}: the gap is at least ${shown(-best.overlap, 4)}, after ${took}.`
        : `The least overlap is the depth: ${shown(answer.signed_distance === null ? best.overlap : -answer.signed_distance, 4)}, from ${feature(best.feature)}, after ${took}.`;
    }
  }
}

/** "2 faces and 11 edges"; kinds without any are omitted. */
function skipped({ faces, edges }: { faces: number[]; edges: number[] }): string {
  const parts = [faces.length > 0 ? count(faces.length, "face") : "", edges.length > 0 ? count(edges.length, "edge") : ""];
  return parts.filter((p) => p !== "").join(" and ");
}

function count(n: number, noun: string): string {
  return `${n.toLocaleString("en")} ${n === 1 ? noun : `${noun}s`}`;
}

function drawShapes(solids: Solids, place: Place, answer: Answer): Draw {
  return (pen, frame) => {
    drawBodies(pen, frame, solids);
    drawOnBodies(namedBy(place.step, place.best), solids)(pen, frame);
    const axis = place.step.step === "axis" ? place.step : place.best;
    if (axis) drawArrow3(pen, frame, middleOf([...solids.a.vertices, ...solids.b.vertices]), axis.axis, 84);
    if (place.step.step === "finish") drawAnswer3(pen, frame, answer);
  };
}

/** The axes that the test has measured so far, the newest, and the best. */
function drawSeen({ step, axes, seen, best }: Place): Draw {
  return (pen, frame) => {
    for (const axis of axes.slice(0, seen)) pen.disc(frame.at3(axis.axis), 8, { stroke: "simplex", width: frame.orbit.near(axis.axis) >= 0 ? 2 : 1, strokeOpacity: frame.orbit.near(axis.axis) >= 0 ? 1 : 0.45 });
    if (step.step === "axis" || step.step === "cross") pen.disc(frame.at3(step.axis), 12, { stroke: "direction", width: 3 });
    if (best) {
      const [x, y] = frame.at3(best.axis);
      pen.disc([x, y], 8, { stroke: "good", width: 3.5 });
      pen.label([x, y - 21], shown(best.overlap), "good");
    }
  };
}
