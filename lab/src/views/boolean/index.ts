/** View 3: boolean GJK. Catch O in a triangle, or miss it and prove a gap. */
import type { Engine } from "../../engine/types";
import { places, weightsOf } from "../search";
import { angleOfPlace, drawAsked, drawSearch, talkOf } from "../search-plane";
import { booleanSentence } from "../sentences";
import { listed } from "../view";
import type { Model, Scene, View } from "../view";
import article from "./article.html?raw";

export const booleanView: View = {
  id: "boolean",
  dims: [2],
  number: 3,
  name: "GJK",
  title: "Catch the origin",
  idea: "Boolean GJK: a triangle closes around O, or a line shuts it out.",
  algorithms: [{ id: "gjk-boolean", name: "Boolean GJK" }],
  article,
  model,
};

function model(scene: Scene, engine: Engine, algorithm: string): Model {
  const answer = engine.query(scene.line, algorithm);
  const talk = talkOf(scene, answer);
  const looks = places(engine.steps(scene.line, algorithm), algorithm).map((place) => ({
    sentence: booleanSentence(place, talk),
    shapes: drawAsked(scene, place.asked),
    difference: drawSearch(scene, place, place.kind === "end" ? answer.intersects : null),
    ...angleOfPlace(place),
    ...weightsOf(place),
  }));
  return {
    ...listed(looks),
    slider: "Step of boolean GJK",
    first: 0,
    captions: { shapes: "What A and B are asked", difference: "The simplex, in a difference that nobody builds" },
  };
}
