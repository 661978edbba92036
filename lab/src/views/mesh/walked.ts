/** A walk through a tree, place by place: what was opened, what waits, what is left out. */
import { drawArrow } from "../../draw/arrow";
import { mark } from "../../draw/body";
import { drawBoxes, drawTriangles } from "../../draw/tree";
import type { Answer, Ray, Solids, TreeBox, Walk } from "../../engine/types";
import { add, type Point3 } from "../../state/space";
import type { Side } from "../../state/pair";
import { drawBodies } from "../space/search";
import { listed } from "../view";
import type { Draw, Look, Model } from "../view";
import { drawLeaves, drawTree, layout } from "./diagram";
import { placesOf, type Place } from "./places";
import { CODE, lineOf, sentence } from "./sentences";

/** What is asked: a distance, or the time of a ray. */
export interface Question extends Partial<Ray> {
  answer: Answer;
}

export function walked(solids: Solids, walk: Walk, question: Question): Model {
  const places = placesOf(walk);
  const ray = question.origin !== undefined;
  const diagram = layout(places);
  const looks = places.map((place, i): Look => ({
    sentence: sentence(place, walk, question, i),
    shapes: walk.of === "both" ? pairAt(solids, walk, place, question) : boxesAt(solids, walk.of, place, question),
    difference: walk.leaves ? drawLeaves(walk, i) : drawTree(diagram, place, ray ? "from" : "≥"),
    line: lineOf(place, walk.of === "both"),
  }));
  return {
    ...listed(looks),
    slider: "Step of the walk",
    code: walk.of === "both" ? CODE.pairs : ray ? CODE.ray : CODE.distance,
    first: 0,
    ...(!ray && { bounds: { lower: places.map((p) => p.lower), upper: places.map((p) => p.best), lowerBy: "the nearest box that waits", upperBy: "the nearest triangle that was tested" } }),
    captions: {
      shapes: walk.of === "both" ? "The two leaves that are tested" : "The boxes of a node; dashed: left out",
      difference: walk.leaves ? "Pairs of leaves; filled: tested, hatched: left out" : "The tree: ● opened, ■ tested, ○ waits, × left out",
    },
  };
}

function boxesAt(solids: Solids, side: Side, place: Place, question: Question): Draw {
  return (pen, frame) => {
    drawBodies(pen, frame, solids);
    const boxes = (states: readonly string[], fresh: boolean): TreeBox[] => place.nodes.filter((n) => states.includes(n.state) && n.fresh === fresh).map((n) => n.box);
    drawBoxes(pen, frame, boxes(["out"], true), { stroke: "muted", width: 1.25, dash: [3, 5] });
    drawBoxes(pen, frame, boxes(["waits"], false), { stroke: "direction", width: 1, strokeOpacity: 0.35 });
    drawBoxes(pen, frame, boxes(["waits"], true), { stroke: "direction", width: 1.75 });
    const now = place.nodes.find((n) => n.current);
    if (now) drawBoxes(pen, frame, [now.box], { stroke: "simplex", width: 2.5 });
    if (place.step?.step === "leaf") drawTriangles(pen, frame, solids[side], place.step.asked.map((a) => a.facet), { fill: "simplex", opacity: 0.5, stroke: "simplex", width: 1.5 });
    drawFound(place, question)(pen, frame);
  };
}

function pairAt(solids: Solids, { leaves }: Walk, place: Place, question: Question): Draw {
  return (pen, frame) => {
    drawBodies(pen, frame, solids);
    if (place.step?.step === "pair" && leaves) {
      const [i, j] = place.step.leaves;
      for (const [side, box] of [["a", leaves[0][i]], ["b", leaves[1][j]]] as const) if (box) drawBoxes(pen, frame, [box], { stroke: side, width: 2.5 });
      for (const { facet: [of_a, of_b] } of place.step.asked.slice(-1)) {
        drawTriangles(pen, frame, solids.a, [of_a], { fill: "simplex", opacity: 0.5, stroke: "simplex", width: 1.5 });
        drawTriangles(pen, frame, solids.b, [of_b], { fill: "simplex", opacity: 0.5, stroke: "simplex", width: 1.5 });
      }
    }
    drawFound(place, question)(pen, frame);
  };
}

/** The ray, and the best so far: two nearest points, or where the ray hits. */
function drawFound({ points }: Place, { origin, direction, tmax = 1 }: Question): Draw {
  return (pen, frame) => {
    if (origin && direction) {
      const end: Point3 = add(origin, direction, tmax);
      pen.path([frame.at3(origin), frame.at3(end)], false, { stroke: "ink", width: 1.5, dash: [6, 5] });
      drawArrow(pen, frame.at3(origin), frame.at3(add(origin, direction)), "direction", 2.5);
    }
    const [p, q] = points ?? [];
    if (p && q) {
      pen.path([frame.at3(p), frame.at3(q)], false, { stroke: "ink", width: 2 });
      mark(pen, "a", frame.at3(p), 5);
      mark(pen, "b", frame.at3(q), 5);
    } else if (p) pen.disc(frame.at3(p), 6, { fill: "good", stroke: "paper", width: 1.5 });
  };
}
