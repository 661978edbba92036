/** View 4: GJK distance. The nearest point of the simplex falls from above, the axes climb from below. */
import type { Engine } from "../../engine/types";
import { shown } from "../../state/numbers";
import { degrees, nameOf, pairName } from "../names";
import { drawWitness } from "../../draw/witness";
import { drawAsked, drawSearch, featureName, places, weightsOf, type Place } from "../search";
import { listed } from "../view";
import type { Look, Model, Scene, View } from "../view";
import article from "./article.html?raw";

export const distanceView: View = {
  id: "distance",
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
  const all = places(engine.steps(scene.line, algorithm), algorithm);
  const looks = all.map((place): Look => {
    const ends = place.kind === "end";
    const shapes = drawAsked(scene, ends ? null : place.asked);
    const weights = weightsOf(scene, place);
    return {
      sentence: sentence(scene, place, answer.signed_distance, answer.intersects),
      shapes: (pen, frame) => {
        shapes(pen, frame);
        if (ends) drawWitness(pen, frame, answer);
      },
      difference: drawSearch(scene, place, ends ? answer.intersects : null),
      ...(place.asked ? { angle: Math.atan2(place.asked.direction[1], place.asked.direction[0]) } : {}),
      ...(weights ? { weights } : {}),
    };
  });
  return {
    ...listed(looks),
    slider: "Step of GJK",
    first: 0,
    bounds: { lower: all.map((p) => p.lower), upper: all.map((p) => p.upper), lowerBy: "a line through a support point", upperBy: "the nearest point found" },
    captions: { shapes: "What A and B are asked", difference: "The point of the simplex nearest to O" },
  };
}

function sentence(scene: Scene, place: Place, distance: number | null, intersects: boolean | null): string {
  const { asked, simplex, nearest, lower, upper } = place;
  if (place.kind === "end") {
    if (intersects) return "O is in the simplex: A and B overlap. GJK ends here; how deep they are is the work of EPA or of a separating axis test.";
    const radii = scene.a.radius + scene.b.radius;
    const minus = radii > 0 ? `, the radii ${shown(radii)} already subtracted` : "";
    if (distance === null) return `The search ended (${place.end ?? ""}) with no distance.`;
    return `Nothing of A − B is nearer. The shapes are ${shown(distance, 4)} apart${minus}; the same weights on the corners of A and of B give the two nearest points.`;
  }
  if (place.kind === "ask" && asked) {
    const proof = lower === null || lower <= 0 ? "The line through it is not beyond O, so it proves no gap yet." : `The line through it proves a gap of at least ${shown(lower)}.`;
    return `Ask towards ${degrees(asked.direction)}, from the nearest point to O: A answers ${nameOf("a", scene.a, asked.a)}, B answers ${nameOf("b", scene.b, asked.b)}. ${proof}`;
  }
  const length = nearest ? Math.hypot(nearest[0], nearest[1]) : NaN;
  if (place.kind === "begin") return `Begin with one corner, ${pairName(scene, simplex[0] ?? [0, 0]) || "on a curve"}: it is ${shown(length)} away from O.`;
  if (simplex.length === 3) return "The triangle holds O: the nearest point is O itself.";
  const gone = place.dropped.length > 0 ? ` Drop ${place.dropped.map((p) => pairName(scene, p) || "a corner").join(" and ")}.` : "";
  return `The nearest point is on the ${featureName(scene, simplex)}, ${shown(length)} from O: the gap is at most ${shown(upper === null ? length : Math.min(upper, length))}.${gone}`;
}
