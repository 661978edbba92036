/**
 * The overlap of the projections as heights on the sphere of directions, shaded where it is small. The
 * library computes the overlap along each direction; at the lowest point the depth is least.
 */
import { drawArcs, drawDirectionMark, drawGlobe } from "../../draw/sphere";
import { Memo } from "../../engine/memo";
import type { Engine, GaussMaps, Solids } from "../../engine/types";
import type { Frame } from "../../plane/frame";
import type { Pen } from "../../draw/pen";
import { shown, shownVector } from "../../state/numbers";
import type { Point } from "../../state/pair";
import { add, type Point3 } from "../../state/space";
import { drawAnswer3, drawBodies } from "../space/search";
import { listed } from "../view";
import type { Draw, Model, Scene } from "../view";

/** Directions evenly on the sphere, of which the lowest is named. */
const NET = 1000;
/** The number of shades, so that lines of equal height are visible. */
const SHADES = 14;
/** The size of a cell of the picture, in pixels. */
const CELL = 5;

/** A spiral with the golden angle. */
const DIRECTIONS: readonly Point3[] = Array.from({ length: NET }, (_, i): Point3 => {
  const z = 1 - (2 * i + 1) / NET;
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(2.399963229728653 * i), r * Math.sin(2.399963229728653 * i), z];
});

export function landscape(scene: Scene, solids: Solids, engine: Engine, maps: GaussMaps | null): Model {
  const heights = engine.heights(scene.line, DIRECTIONS);
  const least = Math.min(...heights);
  const lowest = DIRECTIONS[heights.indexOf(least)] ?? [0, 0, 1];
  const { answer } = scene;
  const found = answer.status === "apart" ? `they are apart, as the negative heights say` : `the depth is ${shown(answer.signed_distance === null ? null : -answer.signed_distance, 4)}`;
  return {
    ...listed([
      {
        sentence: `The overlap along ${NET} directions: the stronger the shade, the less. The lowest of them is ${shownVector(lowest)}, with ${shown(least, 4)}; ${found}. Valleys follow the arcs, and their lowest places are faces of A − B.`,
        shapes: (pen, frame) => {
          drawBodies(pen, frame, solids);
          drawAnswer3(pen, frame, answer);
        },
        difference: (pen, frame) => {
          drawHeights(pen, frame, (directions) => engine.heights(scene.line, directions));
          drawGlobe(pen, frame);
          if (maps) drawMaps(maps)(pen, frame);
          const [x, y] = frame.at3(lowest);
          pen.disc([x, y], 9, { stroke: "good", width: 3.5, ...(frame.orbit.near(lowest) < 0 ? { dash: [3, 4] } : {}) });
          pen.label([x, y - 21], shown(least), "good");
        },
      },
    ]),
    slider: null,
    first: 0,
    span: 2.8,
    captions: { shapes: "A and B", difference: "A strong shade: little overlap there" },
  };
}

/** The visible half of the sphere in cells of the picture: all cells with one shade are one mark. */
function drawHeights(pen: Pen, frame: Frame, overlap: (directions: readonly Point3[]) => number[]): void {
  const { rows, directions } = cells(frame);
  const heights = overlap(directions);
  const [low, high] = heights.reduce(([l, m], x) => [Math.min(l, x), Math.max(m, x)], [Infinity, -Infinity]);
  const shades = Array.from({ length: SHADES + 1 }, (): Point[][] => []);
  let next = 0;
  for (const { y, from, count } of rows) {
    const row = heights.slice(next, next + count).map((x) => Math.floor((1 - (x - low) / (high - low || 1)) * SHADES));
    next += count;
    for (let i = 0; i < count; ) {
      let end = i + 1;
      while (end < count && row[end] === row[i]) end += 1;
      const [x0, x1] = [from + i * CELL, from + end * CELL];
      shades[row[i] ?? 0]?.push([[x0, y], [x1, y], [x1, y + CELL], [x0, y + CELL]]);
      i = end;
    }
  }
  shades.forEach((pieces, i) => { pen.paths(pieces, true, { fill: "difference", opacity: 0.03 + 0.5 * (i / SHADES) ** 2 }); });
}

interface Cells {
  /** For each row its height, where its first cell begins, and the number of cells. */
  rows: { y: number; from: number; count: number }[];
  /** The directions of all cells of all rows. */
  directions: Point3[];
}

/** They change only with the size of the picture or with the camera. */
const known = new Memo<Cells>(2);

/** Integer pixels, so that no seams are visible between cells. */
function cells(frame: Frame): Cells {
  const { scale, orbit } = frame;
  const [cx, cy] = frame.at([0, 0]);
  return known.get([scale, cx, cy, orbit.right, orbit.up].join(), () => {
    const [rows, directions]: [Cells["rows"], Point3[]] = [[], []];
    for (let y = Math.round(cy - scale); y < cy + scale; y += CELL) {
      const row = { y, from: 0, count: 0 };
      for (let x = Math.round(cx - scale); x < cx + scale; x += CELL) {
        const [u, v] = [(x + CELL / 2 - cx) / scale, (cy - y - CELL / 2) / scale];
        const square = u * u + v * v;
        if (square >= 1) continue;
        if (row.count === 0) row.from = x;
        row.count += 1;
        directions.push(add(add(add([0, 0, 0], orbit.right, u), orbit.up, v), orbit.towards, Math.sqrt(1 - square)));
      }
      rows.push(row);
    }
    return { rows, directions };
  });
}

/** Both maps; the mark of a side of A - B is larger if the overlap along it is smaller. */
export function drawMaps({ a, b, sides }: GaussMaps): Draw {
  const most = Math.max(...sides.map((s) => s.overlap));
  const least = Math.min(...sides.map((s) => s.overlap));
  return (pen, frame) => {
    drawGlobe(pen, frame);
    for (const [map, role] of [[a, "a"], [b, "b"]] as const) {
      drawArcs(pen, frame, map.arcs.map(([i, j]) => [map.points[i] ?? [0, 0, 1], map.points[j] ?? [0, 0, 1]]), role, 1.75);
    }
    for (const { normal, overlap, kind } of sides) {
      const size = 2.5 + 3 * (1 - (overlap - least) / (most - least || 1));
      drawDirectionMark(pen, frame, normal, kind, kind === "crossing" ? "difference" : kind, size);
    }
  };
}

