/**
 * The places of a walk: after each step, what became of each box that the walk has seen. The steps are the library's;
 * here they are only added up.
 */
import type { TreeBox, Walk, WalkStep } from "../../engine/types";
import type { Point3 } from "../../state/space";

export interface TreeNode {
  key: string;
  parent: string | null;
  /** The level below the root. */
  level: number;
  box: TreeBox;
  /** No triangle in it is nearer; null if a ray misses the box. */
  bound: number | null;
  state: "waits" | "opened" | "asked" | "out";
  /** It came with the last step. */
  fresh: boolean;
  /** The last step opened or asked it. */
  current: boolean;
  /** It has the best triangle so far. */
  best: boolean;
}

export interface Place {
  /** Null at the end. */
  step: WalkStep | null;
  nodes: readonly TreeNode[];
  best: number | null;
  /** The points of the best triangle. */
  points: readonly Point3[] | null;
  /** Nothing is nearer: the least bound of the boxes that wait, or the best. */
  lower: number | null;
}

export function placesOf({ steps, around }: Walk): Place[] {
  const root: TreeNode = { key: "node0", parent: null, level: 0, box: around ?? [], bound: 0, state: "waits", fresh: false, current: false, best: false };
  let nodes: TreeNode[] = around ? [root] : [];
  let points: readonly Point3[] | null = null;
  const places = steps.map((step): Place => {
    nodes = after(nodes, step);
    if (step.step !== "open") points = step.asked.filter((a) => a.better).at(-1)?.points ?? points;
    return { step, nodes, best: step.best, points, lower: lowerOf(nodes, step.best) };
  });
  const best = steps.at(-1)?.best ?? null;
  const left = nodes.map((n): TreeNode => ({ ...n, fresh: false, current: false, state: n.state === "waits" ? "out" : n.state }));
  return [...places, { step: null, nodes: left, best, points, lower: best }];
}

function after(nodes: readonly TreeNode[], step: WalkStep): TreeNode[] {
  if (step.step === "pair") return [];
  const at = step.step === "open" ? `node${step.node}` : `leaf${step.leaf}`;
  const parent = nodes.find((n) => n.key === at);
  const better = step.step === "leaf" && step.asked.some((a) => a.better);
  const beyond = (bound: number | null): boolean => bound === null || (step.best !== null && bound > step.best);
  const now = nodes.map((n): TreeNode => {
    const current = n.key === at;
    const state = current ? (step.step === "open" ? "opened" : "asked") : n.state === "waits" && beyond(n.bound) ? "out" : n.state;
    return { ...n, state, current, fresh: false, best: current ? better : n.best && !better };
  });
  if (step.step === "leaf") return now;
  return now.concat(step.children.map(({ kind, number, box, bound }): TreeNode => ({ key: `${kind}${number}`, parent: at, level: (parent?.level ?? 0) + 1, box, bound, state: beyond(bound) ? "out" : "waits", fresh: true, current: false, best: false })));
}

function lowerOf(nodes: readonly TreeNode[], best: number | null): number | null {
  const waiting = nodes.filter((n) => n.state === "waits").map((n) => n.bound ?? Infinity);
  const least = Math.min(...waiting, best ?? Infinity);
  return nodes.length > 0 && Number.isFinite(least) ? least : null;
}
