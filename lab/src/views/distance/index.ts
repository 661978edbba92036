/**
 * View 4: GJK distance. The distance to the simplex decreases, and the bounds of the support lines
 * increase.
 */
import { drawWitness } from "../../draw/witness";
import type { Engine } from "../../engine/types";
import { CODE, distanceLine } from "../code";
import { litOf, places, weightsOf } from "../search";
import { angleOfPlace, drawAsked, drawSearch, talkOf } from "../search-plane";
import { distanceSentence } from "../sentences";
import { listed } from "../view";
import type { Look, Model, Scene, View } from "../view";
import article from "./article.html?raw";

export const distanceView: View = {
  id: "distance",
  dims: [2],
  number: 4,
  name: "Distance",
  title: "How far apart",
  idea: "GJK distance: the nearest point found is an upper bound, each line a lower one.",
  algorithms: [{ id: "gjk", name: "GJK distance" }],
  article,
  model,
};

function model(scene: Scene, engine: Engine, algorithm: string): Model {
  const answer = engine.query(scene.line, algorithm);
  const talk = talkOf(scene, answer);
  const all = places(engine.steps(scene.line, algorithm), algorithm);
  const looks = all.map((place): Look => {
    const ends = place.kind === "end";
    const shapes = drawAsked(scene, ends ? null : place.asked);
    return {
      sentence: distanceSentence(place, talk),
      shapes: (pen, frame) => {
        shapes(pen, frame);
        if (ends) drawWitness(pen, frame, answer);
      },
      difference: drawSearch(scene, place, ends ? answer.intersects : null),
      line: distanceLine(place, answer),
      ...angleOfPlace(place),
      ...weightsOf(place),
    };
  });
  return {
    ...listed(looks),
    slider: "Step of GJK",
    code: CODE[2].distance,
    lit: litOf(all),
    first: 0,
    bounds: { lower: all.map((p) => p.lower), upper: all.map((p) => p.upper), lowerBy: "a line through a support point", upperBy: "the nearest point found" },
    captions: { shapes: "The support points of A and B", difference: "The point of the simplex nearest to O" },
  };
}
