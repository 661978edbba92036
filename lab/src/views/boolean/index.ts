/** View 3: boolean GJK. It ends when O is in a triangle, or when a gap is proven. */
import type { Engine } from "../../engine/types";
import type { Frame } from "../../plane/frame";
import type { Handle } from "../../plane/handles";
import type { Point } from "../../state/pair";
import { CODE, booleanLine } from "../code";
import { degrees } from "../names";
import { litOf, places, weightsOf } from "../search";
import { angleOfPlace, drawAsked, drawSearch, talkOf } from "../search-plane";
import { booleanSentence } from "../sentences";
import { listed } from "../view";
import type { Acts, Model, Scene, View } from "../view";
import article from "./article.html?raw";

export const booleanView: View = {
  id: "boolean",
  dims: [2],
  number: 3,
  name: "GJK",
  title: "Catch the origin",
  idea: "Boolean GJK: a triangle encloses O, or a line separates it.",
  algorithms: [{ id: "gjk-boolean", name: "Boolean GJK" }],
  article,
  model,
};

/** The distance from O to the handle of the first direction, in pixels. */
const AIM = 84;

function model(scene: Scene, engine: Engine, algorithm: string, first: Point | null): Model {
  const answer = engine.query(scene.line, algorithm);
  const talk = talkOf(scene, answer);
  const chosen = first && engine.stepsFrom(scene.line, first);
  const all = places(chosen ?? engine.steps(scene.line, algorithm), algorithm);
  const looks = all.map((place, i) => ({
    sentence: booleanSentence(place, talk),
    shapes: drawAsked(scene, place.asked),
    difference: drawSearch(scene, place, place.kind === "end" ? answer.intersects : null, all[i + 1]?.kind === "ask" ? (all[i + 1]?.asked?.direction ?? null) : null),
    line: booleanLine(place, answer, 3),
    ...angleOfPlace(place),
    ...weightsOf(place),
  }));
  const asked = all.find((place) => place.asked)?.asked?.direction;
  return {
    ...listed(looks),
    slider: "Step of boolean GJK",
    code: CODE[2].boolean,
    lit: litOf(all),
    first: 0,
    ...(asked && { handles: (panel, _place, frame, page) => (panel === "shapes" ? [] : [aim(asked, frame, page)]) }),
    captions: { shapes: "The support points of A and B", difference: "The simplex; the mark turns the first direction" },
  };
}

/** Another first direction gives other steps and the same answer. */
function aim(first: Point, frame: Frame, page: Acts): Handle {
  const length = Math.hypot(first[0], first[1]) || 1;
  const reach = AIM / frame.scale;
  const towards = ([x, y]: Point): void => {
    const angle = Math.round((Math.atan2(y, x) * 180) / Math.PI);
    page.first([Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)].map((c) => Number(c.toFixed(6)) + 0) as unknown as Point);
  };
  const angle = Math.atan2(first[1], first[0]);
  return {
    id: "first",
    label: `First direction, ${degrees(first)}. R turns it.`,
    at: [(first[0] / length) * reach, (first[1] / length) * reach],
    look: "direction",
    shape: "aim",
    drag: towards,
    turn: (by) => { towards([Math.cos(angle + by), Math.sin(angle + by)]); },
  };
}
