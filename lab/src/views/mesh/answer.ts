/** The answer about a pair with a mesh, in words that say which depth is which. */
import { drawOrigin3 } from "../../draw/marks3";
import { drawSolid } from "../../draw/solid";
import { drawTriangles } from "../../draw/tree";
import type { Answer, ContactPoint, Engine, Solids } from "../../engine/types";
import { isMesh } from "../../state/meshes";
import { shown } from "../../state/numbers";
import { asking, type Pair, type Shape } from "../../state/pair";
import { drawAnswer3, drawBodies } from "../space/search";
import { listed } from "../view";
import type { Model, Scene } from "../view";

/** With more corners in the hulls, their difference takes too long. */
const MOST_CORNERS = 200;

/** What takes long is asked when a gesture ends. */
export function answered(scene: Scene, solids: Solids, engine: Engine, held: boolean): Model {
  const { pair, answer } = scene;
  const meet = answer.status !== "apart";
  const text = meet && !held ? engine.queryText(asking(pair, "contact")).trim() : null;
  const deep = text === null ? null : (JSON.parse(text) as Answer);
  const hulls = held ? null : ofHulls(pair, engine);
  const contact = deep && { ...deep, manifold: { normal: [], points: pointsOf(deep) } };
  return {
    ...listed([
      {
        sentence: sentenceOf(answer, deep, hulls?.meet ?? null),
        shapes: (pen, frame) => {
          drawBodies(pen, frame, solids);
          for (const [side, place] of [["a", answer.place_a], ["b", answer.place_b]] as const) {
            if (typeof place?.facet === "number") drawTriangles(pen, frame, solids[side], [place.facet], { fill: side, opacity: 0.5, stroke: side, width: 2 });
          }
          drawAnswer3(pen, frame, meet ? { ...answer, point_a: null } : answer, contact);
        },
        difference: (pen, frame) => {
          if (hulls?.solids?.difference) drawSolid(pen, frame, hulls.solids.difference, "difference", { ghost: true });
          drawOrigin3(pen, frame, hulls?.meet ?? null);
        },
      },
    ]),
    slider: null,
    first: 0,
    waits: held,
    ...(text !== null && { answer: text }),
    ...(hulls?.solids && { extent: { ...scene, solids: { ...solids, difference: hulls.solids.difference } } }),
    captions: { shapes: "The shapes, and the triangles that are nearest", difference: "A − B of the hulls, and O: what GJK sees" },
  };
}

/** Do the hulls of both shapes meet? */
function ofHulls(pair: Pair, engine: Engine): { meet: boolean | null; solids: Solids | null } | null {
  const line = asking({ ...pair, a: hullOf(pair.a), b: hullOf(pair.b) }, "distance");
  const few = [pair.a, pair.b].every((shape) => (shape.vertices?.length ?? 0) <= MOST_CORNERS);
  if (engine.needOf(line) === "mesh") return null;
  return { meet: engine.query(line).intersects, solids: few ? engine.solids(line) : null };
}

function hullOf(shape: Shape): Shape {
  return isMesh(shape) && shape.vertices ? { kind: "hull", vertices: shape.vertices, ...(shape.pose && { pose: shape.pose }) } : shape;
}

function pointsOf({ manifolds }: Answer): ContactPoint[] {
  return (manifolds ?? []).flatMap(({ points }) => points);
}

function sentenceOf(answer: Answer, deep: Answer | null, hullsMeet: boolean | null): string {
  switch (answer.status) {
    case "apart":
      return `A and B are ${shown(answer.signed_distance, 4)} apart${hullsMeet === true ? ", though their hulls overlap: a hull fills dents and holes" : ""}.`;
    case "overlapping":
    case "undecided":
      return deep ? meeting(deep) : "A and B meet.";
    default:
      return answer.error ?? "There is no answer.";
  }
}

/** Separation, inside, clearance and contacts are four answers. */
function meeting(deep: Answer): string {
  const { lower, upper, status, inside } = deep;
  const out = lower === null ? "no translation is known that parts them" : `a way out is at most ${shown(-lower, 4)} long`;
  const least = upper !== null && upper < 0 ? `and none is shorter than ${shown(-upper, 4)}` : "and how short it can be is not proven";
  const clearance = `The clearance is an interval: ${out}, ${least}.`;
  if (inside === true) return `One is inside the other: their surfaces are apart, but a solid is filled. ${clearance}`;
  const patches = deep.manifolds?.length ?? 0;
  const said = status === "undecided" ? "A and B touch within rounding: neither a gap nor an overlap is proven." : `The surfaces of A and B meet${patches === 0 ? "" : `, in ${patches} ${patches === 1 ? "patch" : "patches"} of contact`}.`;
  return `${said} ${clearance}`;
}
