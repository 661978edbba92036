/** View 0: do they touch? The first figure: no steps, only the answer, which is drawn during a drag. */
import { drawBody, drawCorners } from "../../draw/body";
import { drawContacts } from "../../draw/contacts";
import { drawDifference, drawOrigin } from "../../draw/difference";
import { drawNormal, drawWitness } from "../../draw/witness";
import type { Engine } from "../../engine/types";
import { shown } from "../../state/numbers";
import { asking } from "../../state/pair";
import { listed } from "../view";
import type { Model, Scene, View } from "../view";
import article from "./article.html?raw";

export const touchView: View = {
  id: "touch",
  dims: [2],
  number: 0,
  name: "Touch",
  title: "Do they touch?",
  idea: "Two shapes overlap exactly when their difference contains the origin.",
  algorithms: [{ id: "auto", name: "The library's choice" }],
  article,
  model,
};

function model(scene: Scene, engine: Engine): Model {
  const { answer } = scene;
  const contact = answer.status === "apart" ? null : engine.query(asking(scene.pair, "contact"));
  return {
    ...listed([
      {
        sentence: sentence(scene),
        shapes: (pen, frame) => {
          drawBody(pen, frame, "a", scene.a);
          drawBody(pen, frame, "b", scene.b);
          drawCorners(pen, frame, "a", scene.a);
          drawCorners(pen, frame, "b", scene.b);
          drawWitness(pen, frame, answer);
          if (contact?.manifold) drawContacts(pen, frame, contact.manifold.points);
          drawNormal(pen, frame, answer);
        },
        difference: (pen, frame) => {
          if (scene.difference) drawDifference(pen, frame, scene.difference);
          drawOrigin(pen, frame, answer.intersects);
        },
      },
    ]),
    slider: null,
    first: 0,
    captions: { shapes: "A and B: drag them", difference: "A − B, with the origin O" },
  };
}

function sentence(scene: Scene): string {
  const { status, signed_distance, error } = scene.answer;
  switch (status) {
    case "apart":
      return `A and B are ${shown(signed_distance, 4)} apart. O is outside A − B, and as far from it.`;
    case "overlapping":
      return signed_distance === null
        ? "A and B overlap. O is inside A − B."
        : `A and B overlap; the shortest move that separates them is ${shown(-signed_distance, 4)}. O is inside A − B, and as deep in it.`;
    case "undecided":
      return "A and B touch within rounding: the bounds of the clearance contain 0, so neither answer is proven.";
    default:
      return error ?? "There is no answer.";
  }
}
