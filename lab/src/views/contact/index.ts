/**
 * View 10: contact. Two faces are clipped against each other, and a few points of their common part
 * are kept.
 */
import type { Engine } from "../../engine/types";
import { shown } from "../../state/numbers";
import { drawDifference, drawOrigin } from "../../draw/difference";
import { drawOrigin3 } from "../../draw/marks3";
import { drawSolid } from "../../draw/solid";
import { listed } from "../view";
import type { Look, Model, Scene, View } from "../view";
import { drawAcross, viewAlong } from "./across";
import article from "./article.html?raw";
import { drawMeeting } from "./bodies";
import { contactOf, deep, parts, sentence, type Contact } from "./steps";

export const contactView: View = {
  id: "contact",
  dims: [2, 3],
  number: 10,
  name: "Contact",
  title: "Where do they touch?",
  idea: "Clip and reduce: what two faces share, and the few points that stand for it.",
  algorithms: [{ id: "auto", name: "Contact" }],
  article,
  model,
  question: () => "contact",
};

function model(scene: Scene, engine: Engine): Model {
  const contact = contactOf(scene.pair, engine);
  const last = contact.places.at(-1);
  if (!last) return without(scene, contact);
  const view = viewAlong(last);
  const looks = contact.places.map((place): Look => ({
    sentence: sentence(place, contact.answer),
    shapes: drawMeeting(scene, place),
    difference: drawAcross(place, view),
  }));
  return {
    ...listed(looks),
    slider: "Step of the contact",
    first: looks.length - 1,
    span: view.span,
    extent: { ...scene, difference: null, solids: scene.solids && { ...scene.solids, difference: null } },
    table: () => ({
      ...(hasHull(scene) && { caption: "Corners and edges have the numbers of the figure. The line below has the library's, which begin with a hull's leftmost corner." }),
      head: ["Point", "On A", "On B", "Separation"],
      rows: (last.kept ?? []).map((i, k) => {
        const touch = last.touches[i];
        return [String(k + 1), ...parts(touch?.feature ?? ""), touch ? deep(touch.separation) : ""];
      }),
    }),
    captions: { shapes: "The faces that meet", difference: scene.solids ? "The same, seen along the normal" : "The same, the normal upwards" },
  };
}

/** A hull in 2D, whose corners have other numbers here (`engine/corners.ts`). */
function hasHull({ pair, solids }: Scene): boolean {
  return solids === null && [pair.a, pair.b].some((shape) => shape.kind === "hull");
}

function without(scene: Scene, { answer }: Contact): Model {
  const margin = scene.pair.margin ?? 0;
  const said =
    answer.status === "apart"
      ? `A and B are ${shown(answer.signed_distance, 4)} apart, and points are listed up to a margin of ${shown(margin, 2)}. Drag them together.`
      : answer.error !== null
        ? `There is no contact: ${answer.error}.`
        : "There are no contact points.";
  return {
    ...listed([
      {
        sentence: said,
        shapes: drawMeeting(scene, null),
        difference: (pen, frame) => {
          if (scene.solids) {
            if (scene.solids.difference) drawSolid(pen, frame, scene.solids.difference, "difference");
            drawOrigin3(pen, frame, answer.intersects);
            return;
          }
          if (scene.difference) drawDifference(pen, frame, scene.difference);
          drawOrigin(pen, frame, answer.intersects);
        },
      },
    ]),
    slider: null,
    first: 0,
    captions: { shapes: "No contact: drag them together", difference: "A − B, with the origin O" },
  };
}
