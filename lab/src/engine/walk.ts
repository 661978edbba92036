/** Walks through trees, from the library's text: boxes from the frame of their mesh to the world. */
import type { Side } from "../state/pair";
import { point3 } from "../state/space";
import type { Placement } from "./solids";
import type { TreeBox, Walk, WalkStep } from "./types";

/** The least and the greatest coordinates. */
type Ends = [number[], number[]];

export function readWalk(text: string, places: Record<Side, Placement>): Walk {
  const raw = JSON.parse(text) as { of: Walk["of"]; around?: Ends; leaves?: [Ends[], Ends[]]; steps: unknown[] };
  const box = ([low, high]: Ends, side: Side): TreeBox => [0, 1, 2, 3, 4, 5, 6, 7].map((i) => places[side].point([0, 1, 2].map((k) => ((i >> k) & 1 ? high[k] : low[k]) ?? 0)));
  const { of } = raw;
  const side = of === "both" ? "a" : of;
  const step = (one: unknown): WalkStep => {
    const known = one as WalkStep;
    if (known.step !== "open") return { ...known, asked: known.asked.map((a) => ({ ...a, points: a.points?.map((p) => point3(p)) ?? null })) } as WalkStep;
    return { ...known, children: known.children.map((child) => ({ ...child, box: box(child.box as unknown as Ends, side) })) };
  };
  return {
    of,
    steps: raw.steps.map(step),
    ...(raw.around && { around: box(raw.around, side) }),
    ...(raw.leaves && { leaves: [raw.leaves[0].map((b) => box(b, "a")), raw.leaves[1].map((b) => box(b, "b"))] as [TreeBox[], TreeBox[]] }),
  };
}
