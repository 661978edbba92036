/** The tree as a diagram, level by level; and for two trees, which pairs of leaves were asked. */
import type { Walk } from "../../engine/types";
import type { Pen } from "../../draw/pen";
import type { Frame } from "../../plane/frame";
import { shown } from "../../state/numbers";
import type { Point } from "../../state/pair";
import type { Draw } from "../view";
import type { Place, TreeNode } from "./places";

/** Where each node is: its column from 0 to 1, and its level. The same at all places. */
export interface Diagram {
  columns: ReadonlyMap<string, number>;
  count: number;
  levels: number;
}

/** Pixels that are left free at the sides. */
const ASIDE = 16;

/** Pixels that are left free above and below: caption and buttons are over the panel, or beside a low one. */
function free({ height }: Frame): [number, number] {
  return height < 240 ? [14, 28] : [46, 62];
}

export function layout(places: readonly Place[]): Diagram {
  const nodes = places.at(-1)?.nodes ?? [];
  const columns = new Map<string, number>();
  const below = new Map<string, TreeNode[]>();
  for (const node of nodes) below.set(node.parent ?? "", [...(below.get(node.parent ?? "") ?? []), node]);
  let count = 0;
  // A node stands over the middle of those below it.
  const place = (node: TreeNode): number => {
    const children = below.get(node.key) ?? [];
    const at = children.length === 0 ? count++ : children.map(place).reduce((sum, x) => sum + x, 0) / children.length;
    columns.set(node.key, at);
    return at;
  };
  (below.get("") ?? []).forEach(place);
  return { columns, count, levels: Math.max(0, ...nodes.map((n) => n.level)) };
}

/** `than` stands before a bound. */
export function drawTree({ columns, count, levels }: Diagram, { nodes }: Place, than: string): Draw {
  return (pen, frame) => {
    clear(pen, frame);
    const wide = (frame.width - 2 * ASIDE) / Math.max(1, count);
    const [top, bottom] = free(frame);
    const high = (frame.height - top - bottom) / Math.max(1, levels);
    const at = ({ key, level }: TreeNode): Point => [ASIDE + ((columns.get(key) ?? 0) + 0.5) * wide, top + level * high];
    const byKey = new Map(nodes.map((n) => [n.key, n]));
    const lines = (out: boolean): Point[][] => nodes.flatMap((n) => {
      const parent = n.parent === null ? undefined : byKey.get(n.parent);
      return parent && (n.state === "out") === out ? [[at(parent), at(n)]] : [];
    });
    pen.paths(lines(true), false, { stroke: "muted", width: 1, dash: [2, 4] });
    pen.paths(lines(false), false, { stroke: "ink", width: 1.25 });
    const size = Math.max(2.5, Math.min(7, 0.42 * wide));
    for (const node of nodes) drawNode(pen, node, at(node), size);
    // Bounds have room only if there are few.
    for (const node of wide > 44 ? nodes.filter((n) => n.fresh) : nodes.filter((n) => n.current)) {
      const [x, y] = at(node);
      if (node.level > 0) pen.label([x, y + 19], node.bound === null ? "missed" : `${than} ${shown(node.bound, 2)}`, node.state === "out" ? "muted" : "ink");
    }
  };
}

function drawNode(pen: Pen, { state, current, best }: TreeNode, [x, y]: Point, size: number): void {
  if (current) pen.disc([x, y], size + 5, { stroke: "direction", width: 2.5 });
  switch (state) {
    case "opened":
      pen.disc([x, y], size, { fill: "ink" });
      break;
    case "asked": {
      const s = best ? size + 1.5 : size;
      pen.path([[x - s, y - s], [x + s, y - s], [x + s, y + s], [x - s, y + s]], true, { fill: best ? "good" : "simplex", stroke: "paper", width: 1 });
      break;
    }
    case "waits":
      pen.disc([x, y], size, { fill: "paper", stroke: "ink", width: 1.5 });
      break;
    case "out": {
      const s = 0.7 * size;
      pen.path([[x - s, y - s], [x + s, y + s]], false, { stroke: "muted", width: 1.5 });
      pen.path([[x - s, y + s], [x + s, y - s]], false, { stroke: "muted", width: 1.5 });
    }
  }
}

/** Pairs of leaves that were tested up to a place. Rows are leaves of A, columns those of B; only those that any step tests. */
export function drawLeaves({ steps }: Walk, now: number): Draw {
  const pairs = steps.flatMap((step) => (step.step === "pair" ? [step] : []));
  const used = (side: 0 | 1): number[] => [...new Set(pairs.map(({ leaves }) => leaves[side]))].sort((p, q) => p - q);
  const [rows, columns] = [used(0), used(1)];
  return (pen, frame) => {
    clear(pen, frame);
    const [above, below] = free(frame);
    const cell = Math.min((frame.width - 5 * ASIDE) / Math.max(1, columns.length), (frame.height - above - below - ASIDE) / Math.max(1, rows.length), 34);
    const [left, top] = [(frame.width - cell * columns.length) / 2, above + ASIDE];
    const [right, bottom] = [left + cell * columns.length, top + cell * rows.length];
    pen.path([[left, top], [right, top], [right, bottom], [left, bottom]], true, { fill: "muted", opacity: 0.3, hatch: true, stroke: "muted", width: 1 });
    const square = ([of_a, of_b]: readonly [number, number]): Point[] => {
      const [x, y] = [left + cell * columns.indexOf(of_b), top + cell * rows.indexOf(of_a)];
      return [[x, y], [x + cell, y], [x + cell, y + cell], [x, y + cell]];
    };
    const tested = pairs.slice(0, now + 1);
    pen.paths(tested.map(({ leaves }) => square(leaves)), true, { fill: "simplex", opacity: 0.7, stroke: "paper", width: 1 });
    const best = tested.filter(({ asked }) => asked.length > 0).at(-1);
    if (best) pen.path(square(best.leaves), true, { fill: "good", stroke: "ink", width: 2 });
    const current = pairs[now];
    if (current) pen.path(square(current.leaves), true, { stroke: "direction", width: 3 });
    pen.label([left - 8, (top + bottom) / 2], "A", "a", "end");
    pen.label([(left + right) / 2, top - 12], "B", "b");
  };
}

/** The grid of the panel is that of a world, which a diagram has not. */
function clear(pen: Pen, { width, height }: Frame): void {
  pen.path([[0, 0], [width, 0], [width, height], [0, height]], true, { fill: "paper" });
}
