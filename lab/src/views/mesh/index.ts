/**
 * View 11: meshes. The answer about shapes that are not convex, and the walks through the tree of boxes that finds it:
 * for the distance, and for a ray.
 */
import type { Engine } from "../../engine/types";
import { hasMesh } from "../../state/meshes";
import { BALL_IN_RING, IN_BOWL, LINKS, RAY_THROUGH_RING } from "../../ui/presets";
import { button } from "../../ui/html";
import { listed } from "../view";
import type { Model, Page, Scene, View } from "../view";
import { answered } from "./answer";
import article from "./article.html?raw";
import { rayHandle, rayOf } from "./ray";
import { walked } from "./walked";

export const meshView: View = {
  id: "mesh",
  dims: [3],
  meshes: true,
  number: 11,
  name: "Meshes",
  title: "Shapes with dents and holes",
  idea: "A tree of boxes leaves out all triangles that are farther away than the best so far.",
  algorithms: [
    { id: "auto", name: "Answer and contact" },
    { id: "distance", name: "Tree, distance" },
    { id: "ray", name: "Tree, ray" },
  ],
  article,
  model,
  question: () => "distance",
  furnish,
};

function model(scene: Scene, engine: Engine, algorithm: string, _first: unknown, held: boolean): Model {
  const { solids, pair } = scene;
  if (!solids || !hasMesh(pair)) throw new Error("This view is for pairs with a mesh.");
  if (algorithm === "ray") {
    const ray = rayOf(pair, solids);
    const made = walked(solids, engine.walkOfRay(pair, ray.target, ray), { ...ray, answer: engine.query(ray.line) });
    return { ...made, handles: (panel, _place, frame, page) => (panel === "shapes" ? [rayHandle(pair, ray, frame, page)] : []) };
  }
  if (algorithm !== "distance") return answered(scene, solids, engine, held);
  const walk = engine.walk(pair);
  return walk ? walked(solids, walk, { answer: scene.answer }) : { ...listed([{ sentence: "Between these shapes the page shows no walk.", shapes: () => undefined, difference: () => undefined }]), slider: null, first: 0, captions: { shapes: "", difference: "" } };
}

const EXAMPLES = [
  ["A ball in a ring", BALL_IN_RING, "auto"],
  ["Two links of a chain", LINKS, "auto"],
  ["A box in an open bowl", IN_BOWL, "auto"],
  ["A ray through the hole", RAY_THROUGH_RING, "ray"],
] as const;

function furnish(element: HTMLElement, page: Page): void {
  element.querySelector("#mesh-examples")?.replaceChildren(...EXAMPLES.map(([name, pair, algorithm]) => button(name, () => { page.show(pair, "mesh", -1, algorithm); })));
}
