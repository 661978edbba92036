/** View 7: the same in 3D. The simplex grows to a tetrahedron, and EPA's polygon to a polytope. */
import { drawOrigin3 } from "../../draw/marks3";
import { drawSolid } from "../../draw/solid";
import type { Answer, Engine, Solids } from "../../engine/types";
import { shown } from "../../state/numbers";
import { asking } from "../../state/pair";
import { CODE, EPA_LINES, booleanLine, distanceLine } from "../code";
import { litOf, places, weightsOf } from "../search";
import { booleanSentence, distanceSentence } from "../sentences";
import { listed } from "../view";
import type { Look, Model, Scene, View } from "../view";
import article from "./article.html?raw";
import { drawGrowth3, growth, growthSentence } from "./epa";
import { drawAnswer3, drawAsked3, drawBodies, drawSearch3, talk3 } from "./search";

export const spaceView: View = {
  id: "space",
  dims: [3],
  number: 7,
  name: "Space",
  title: "The same in space",
  idea: "One more dimension: the triangle becomes a tetrahedron, the polygon a polytope.",
  algorithms: [
    { id: "auto", name: "Answer and contact" },
    { id: "gjk-boolean", name: "Boolean GJK" },
    { id: "gjk", name: "GJK distance" },
    { id: "epa", name: "EPA" },
  ],
  article,
  model,
};

function model(scene: Scene, engine: Engine, algorithm: string): Model {
  const { solids } = scene;
  if (!solids) throw new Error("This view is for pairs in space.");
  const answer = engine.query(scene.line, algorithm);
  switch (algorithm) {
    case "gjk-boolean":
    case "gjk":
      return searching(scene, solids, engine, algorithm, answer);
    case "epa":
      return growing(scene, solids, engine, answer);
    default:
      return answered(scene, solids, engine);
  }
}

function answered(scene: Scene, solids: Solids, engine: Engine): Model {
  const { answer } = scene;
  const contact = answer.status === "apart" ? null : engine.query(asking(scene.pair, "contact"));
  const points = contact?.manifold?.points ?? [];
  const named = points.map((p, i) => `${i + 1} ${p.feature}`).join(", ");
  const said =
    answer.status === "apart"
      ? `A and B are ${shown(answer.signed_distance, 4)} apart, and so is O from A − B.`
      : answer.status === "overlapping"
        ? `A and B overlap, ${shown(answer.signed_distance === null ? null : -answer.signed_distance, 4)} deep. Contact points, named after what lies there on A and on B: ${named || "none"}.`
        : answer.status === "undecided"
          ? "A and B touch within rounding: neither a gap nor an overlap is proven."
          : (answer.error ?? "There is no answer.");
  return {
    ...listed([
      {
        sentence: said,
        shapes: (pen, frame) => {
          drawBodies(pen, frame, solids);
          drawAnswer3(pen, frame, answer, contact);
        },
        difference: (pen, frame) => {
          if (solids.difference) drawSolid(pen, frame, solids.difference, "difference");
          drawOrigin3(pen, frame, answer.intersects);
        },
      },
    ]),
    slider: null,
    first: 0,
    captions: { shapes: "Drag a body, or the ground to look around", difference: solids.difference ? "A − B, with the origin O" : "A − B of round bodies is not built; O is here" },
  };
}

function searching(scene: Scene, solids: Solids, engine: Engine, algorithm: string, answer: Answer): Model {
  const { a, b } = scene.pair;
  const radii = (a.margin ?? 0) + (b.margin ?? 0) + [a, b].reduce((sum, s) => sum + (["sphere", "capsule"].includes(s.kind) ? (s.radius ?? 0) : 0), 0);
  const talk = talk3(answer, solids, radii);
  const all = places(engine.steps3(scene.line, algorithm), algorithm);
  const looks = all.map((place): Look => {
    const ends = place.kind === "end";
    const shapes = drawAsked3(solids, ends ? null : place.asked);
    return {
      sentence: algorithm === "gjk" ? distanceSentence(place, talk) : booleanSentence(place, talk),
      shapes: (pen, frame) => {
        shapes(pen, frame);
        if (ends) drawAnswer3(pen, frame, answer);
      },
      difference: drawSearch3(solids, place, ends ? answer.intersects : null),
      line: algorithm === "gjk" ? distanceLine(place, answer) : booleanLine(place, answer, 4),
      ...weightsOf(place),
    };
  });
  if (looks.length === 0) looks.push(closed(solids, answer));
  return {
    ...listed(looks),
    lit: litOf(all),
    slider: algorithm === "gjk" ? "Step of GJK" : "Step of boolean GJK",
    code: algorithm === "gjk" ? CODE[3].distance : CODE[3].boolean,
    first: 0,
    bounds: { lower: all.map((p) => p.lower), upper: all.map((p) => p.upper), lowerBy: "a plane through a support point", upperBy: "the nearest point found" },
    captions: { shapes: "The support points of A and B", difference: "The simplex in the ghost of A − B" },
  };
}

function growing(scene: Scene, solids: Solids, engine: Engine, answer: Answer): Model {
  const all = growth(engine.steps3(scene.line, "epa"));
  const looks = all.map((place): Look => {
    const ends = place.kind === "end";
    const shapes = drawAsked3(solids, ends ? null : place.asked);
    return {
      sentence: growthSentence(place, answer),
      shapes: (pen, frame) => {
        shapes(pen, frame);
        if (ends) drawAnswer3(pen, frame, answer);
      },
      difference: drawGrowth3(solids, place),
      line: EPA_LINES[place.kind],
    };
  });
  if (looks.length === 0) looks.push(closed(solids, answer));
  return {
    ...listed(looks),
    slider: "Step of EPA",
    code: CODE[3].epa,
    lit: litOf(all),
    first: 0,
    bounds: { lower: all.map((p) => p.lower), upper: all.map((p) => p.upper), lowerBy: "a plane through a support point", upperBy: "the nearest face" },
    captions: { shapes: "The way out", difference: "A polytope that grows in A − B" },
  };
}

/** For an algorithm without steps to show. */
function closed(solids: Solids, answer: Answer): Look {
  return {
    sentence: answer.error ?? (answer.status === "apart" ? "A and B do not overlap, so there is no depth. Drag one into the other." : "There is nothing to search here: the answer is a closed form."),
    shapes: (pen, frame) => {
      drawBodies(pen, frame, solids);
      drawAnswer3(pen, frame, answer);
    },
    difference: (pen, frame) => {
      if (solids.difference) drawSolid(pen, frame, solids.difference, "difference");
      drawOrigin3(pen, frame, answer.intersects);
    },
  };
}
