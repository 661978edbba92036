/** View 3: boolean GJK. Catch O in a triangle, or miss it and prove a gap. */
import { shown } from "../../state/numbers";
import type { Engine } from "../../engine/types";
import { degrees, nameOf, pairName } from "../names";
import { drawAsked, drawSearch, featureName, passes, places, weightsOf, type Place } from "../search";
import { listed } from "../view";
import type { Look, Model, Scene, View } from "../view";
import article from "./article.html?raw";

export const booleanView: View = {
  id: "boolean",
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
  const all = places(engine.steps(scene.line, algorithm), algorithm);
  return {
    ...listed(all.map((place, i) => look(scene, place, all[i - 1], answer.intersects))),
    slider: "Step of boolean GJK",
    first: 0,
    captions: { shapes: "What A and B are asked", difference: "The simplex, in a difference that nobody builds" },
  };
}

function look(scene: Scene, place: Place, before: Place | undefined, intersects: boolean | null): Look {
  const inside = place.kind === "end" ? intersects : null;
  const weights = weightsOf(scene, place);
  return {
    sentence: sentence(scene, place, before, intersects),
    shapes: drawAsked(scene, place.asked),
    difference: drawSearch(scene, place, inside),
    ...(place.asked ? { angle: Math.atan2(place.asked.direction[1], place.asked.direction[0]) } : {}),
    ...(weights ? { weights } : {}),
  };
}

function sentence(scene: Scene, place: Place, before: Place | undefined, intersects: boolean | null): string {
  const { asked, simplex, dropped } = place;
  if (place.kind === "end") return ending(scene, place, intersects);
  if (place.kind === "ask" && asked) {
    const why = before?.simplex.length ? "" : " first";
    const found = passes(asked)
      ? `Their difference ${pairName(scene, asked.point)} passes O, so the search goes on.`
      : `Their difference ${pairName(scene, asked.point)} stops short of O: all of A − B lies on the far side of this line.`;
    return `Ask${why} towards ${degrees(asked.direction)}: A answers ${nameOf("a", scene.a, asked.a)}, B answers ${nameOf("b", scene.b, asked.b)}. ${found}`;
  }
  const kept = featureName(scene, simplex);
  if (simplex.length === 3) return `O lies in the ${kept}.`;
  if (dropped.length > 0) {
    const gone = dropped.map((p) => pairName(scene, p) || "a corner").join(" and ");
    return `O lies beyond the ${kept}: drop ${gone} and ask from there towards O.`;
  }
  return simplex.length === 1
    ? `One corner is known, ${pairName(scene, simplex[0] ?? [0, 0]) || "on a curve"}. Ask from it towards O.`
    : `O lies beside the ${kept}. Keep both corners and ask across the edge, on the side of O.`;
}

function ending(scene: Scene, place: Place, intersects: boolean | null): string {
  const rounded = scene.a.radius + scene.b.radius;
  const core = rounded > 0 ? ` This is about the cores; the radii, ${shown(rounded)} together, are compared with the cores' distance.` : "";
  if (place.asked && !passes(place.asked)) return `This line separates A − B from O. The cores are apart after ${place.seen.length} questions.${core}`;
  if (intersects === null) return "A corner came back that was known already, and O is on the border within rounding: undecided.";
  return intersects
    ? `The ${place.simplex.length === 3 ? "triangle" : "simplex"} holds O, so some point of A is a point of B: they overlap. ${place.seen.length} corners were asked for, of ${scene.difference?.corners.length ?? 0} that A − B has.${core}`
    : `The search ended: ${place.end ?? ""}.${core}`;
}
