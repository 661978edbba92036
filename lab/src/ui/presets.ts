/** Kinds of shapes to choose from, and example pairs. */
import type { Pair, Shape } from "../state/pair";

export interface Kind {
  dim: 2 | 3;
  id: string;
  name: string;
  shape: Shape;
}

function hull(...vertices: [number, number][]): Shape {
  return { kind: "hull", vertices };
}

function regular(n: number, radius: number): Shape {
  return hull(...Array.from({ length: n }, (_, i): [number, number] => {
    const t = (2 * Math.PI * i) / n + 0.3;
    return [Number((radius * Math.cos(t)).toFixed(3)), Number((radius * Math.sin(t)).toFixed(3))];
  }));
}

/** Points on a sphere in a spiral with the golden angle. */
export function spiral(n: number): [number, number, number][] {
  return Array.from({ length: n }, (_, i) => {
    const z = 1 - (2 * i + 1) / n;
    const r = Math.sqrt(1 - z * z);
    const t = 2.399963 * i;
    return [r * Math.cos(t), r * Math.sin(t), z].map((x) => Number((1.1 * x).toFixed(4))) as [number, number, number];
  });
}

/**
 * A closed ring around z: blocks side by side, whose section is a rectangle between two radii. `flat` factors the
 * radius along y, so that the ring becomes a link of a chain.
 */
export function ring(sides: number, [inner, outer]: readonly [number, number], half: number, flat = 1): Shape {
  const vertices: number[][] = [];
  const triangles: number[][] = [];
  for (let side = 0; side < sides; side += 1) {
    const angle = (2 * Math.PI * side) / sides;
    for (const [radius, z] of [[inner, -half], [outer, -half], [outer, half], [inner, half]] as const) {
      vertices.push([radius * Math.cos(angle), flat * radius * Math.sin(angle), z].map((x) => Number(x.toFixed(4))));
    }
    const [here, next] = [4 * side, 4 * ((side + 1) % sides)];
    for (let k = 0; k < 4; k += 1) {
      const l = (k + 1) % 4;
      triangles.push([here + k, next + l, here + l], [here + k, next + k, next + l]);
    }
  }
  return { kind: "solid", vertices, triangles };
}

/** A bowl, which is open: a grid of `cells` by `cells` squares over the plane. */
function bowl(cells: number): Shape {
  const at = (i: number): number => (2.4 * i) / cells - 1.2;
  const vertices: number[][] = [];
  const triangles: number[][] = [];
  for (let j = 0; j <= cells; j += 1) {
    for (let i = 0; i <= cells; i += 1) {
      const [x, y] = [at(i), at(j)];
      vertices.push([x, y, 0.45 * (x * x + y * y) - 0.5].map((c) => Number(c.toFixed(4))));
      if (i === cells || j === cells) continue;
      const corner = j * (cells + 1) + i;
      triangles.push([corner, corner + 1, corner + cells + 2], [corner, corner + cells + 2, corner + cells + 1]);
    }
  }
  return { kind: "mesh", vertices, triangles };
}

export const KINDS: readonly Kind[] = [
  { dim: 2, id: "hull", name: "Polygon, hull of points", shape: hull([-1.2, -0.8], [1.1, -1], [1.4, 0.6], [0, 1.4], [-1.3, 0.7]) },
  { dim: 2, id: "triangle", name: "Triangle", shape: { kind: "triangle", vertices: [[-1.2, -0.9], [1.3, -0.7], [0.1, 1.3]] } },
  { dim: 2, id: "box", name: "Box", shape: { kind: "box", half_extents: [1.3, 0.8] } },
  { dim: 2, id: "circle", name: "Circle", shape: { kind: "circle", radius: 1.1 } },
  { dim: 2, id: "capsule", name: "Capsule", shape: { kind: "capsule", radius: 0.6, p1: [-1, -0.2], p2: [1, 0.3] } },
  { dim: 2, id: "ellipse", name: "Ellipse", shape: { kind: "ellipse", radii: [1.6, 0.8] } },
  { dim: 2, id: "segment", name: "Segment", shape: { kind: "segment", vertices: [[-1.3, -0.4], [1.3, 0.5]] } },
  { dim: 2, id: "point", name: "Point", shape: { kind: "point", vertices: [[0, 0]] } },
  { dim: 2, id: "half-plane", name: "Half-plane", shape: { kind: "half-plane", normal: [0, 1], offset: 0 } },
  { dim: 2, id: "64", name: "Polygon of 64 corners", shape: regular(64, 1.4) },
  { dim: 3, id: "box", name: "Box", shape: { kind: "box", half_extents: [1, 0.8, 0.6] } },
  { dim: 3, id: "hull", name: "Hull of points", shape: { kind: "hull", vertices: [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]] } },
  { dim: 3, id: "32", name: "Hull of 32 points", shape: { kind: "hull", vertices: spiral(32) } },
  { dim: 3, id: "64", name: "Hull of 64 points", shape: { kind: "hull", vertices: spiral(64) } },
  { dim: 3, id: "sphere", name: "Sphere", shape: { kind: "sphere", radius: 1 } },
  { dim: 3, id: "capsule", name: "Capsule", shape: { kind: "capsule", radius: 0.5, half_length: 0.9, axis: "x" } },
  { dim: 3, id: "cylinder", name: "Cylinder", shape: { kind: "cylinder", radius: 0.7, half_height: 0.9, axis: "z" } },
  { dim: 3, id: "cone", name: "Cone", shape: { kind: "cone", radius: 0.9, half_height: 0.9, axis: "z" } },
  { dim: 3, id: "ellipsoid", name: "Ellipsoid", shape: { kind: "ellipsoid", radii: [1.2, 0.8, 0.6] } },
  { dim: 3, id: "solid", name: "Solid", shape: ring(24, [0.9, 1.4], 0.3) },
  { dim: 3, id: "mesh", name: "Mesh", shape: bowl(8) },
];

/** The entry of the list for a shape. */
export function kindOf(shape: Shape): string {
  return shape.kind === "polygon" ? "hull" : shape.kind;
}

export const FIRST: Pair = {
  a: { ...hull([-1.6, -1.1], [0.9, -1.4], [1.6, 0.3], [0.2, 1.5], [-1.5, 0.8]), pose: { t: [-1, 0], angle: 0 } },
  b: { ...hull([-1.1, -1.1], [1.2, -0.9], [1, 1.1], [-1.3, 0.7]), pose: { t: [1.1, 0.5], angle: 0.2 } },
};

/** Two boxes that are not aligned, which readers of the articles asked for most. */
export const FIRST3: Pair = {
  dim: 3,
  a: { kind: "box", half_extents: [1, 0.8, 0.6], pose: { t: [0, -1, 0], q: [0, 0, 0.130526, 0.991445] } },
  b: { kind: "box", half_extents: [0.9, 0.6, 0.7], pose: { t: [0.3, 0.55, 0.4], q: [0.25, 0.1, 0.2, 0.94] } },
};

const APART3: Pair = { ...FIRST3, b: { ...FIRST3.b, pose: { t: [0.4, 1.5, 0.5], q: [0.25, 0.1, 0.2, 0.94] } } };

/** The hull of the ring contains the ball, and GJK would find a clash. */
export const BALL_IN_RING: Pair = {
  dim: 3,
  a: { ...ring(24, [0.9, 1.4], 0.3), pose: { t: [0, 0, 0] } },
  b: { kind: "sphere", radius: 0.35, pose: { t: [0.2, 0.3, 0.1] } },
};

/** Through the hole, near its wall: the ray begins in the middle of the ball. */
export const RAY_THROUGH_RING: Pair = {
  ...BALL_IN_RING,
  b: { kind: "sphere", radius: 0.15, pose: { t: [0.75, 0.7, 1.6] } },
  cast: { vb: [-0.15, -0.2, -1.6], tmax: 2 },
};

/** Two links of a chain: apart, though their hulls overlap. */
export const LINKS: Pair = {
  dim: 3,
  a: { ...ring(20, [0.8, 1.05], 0.12, 0.65), pose: { t: [0, 0, 0] } },
  b: { ...ring(20, [0.8, 1.05], 0.12, 0.65), pose: { t: [1.45, 0, 0.03], q: [0.7, 0, 0, 0.72] } },
};

export const IN_BOWL: Pair = {
  dim: 3,
  a: { ...bowl(10), pose: { t: [0, 0, 0] } },
  b: { kind: "box", half_extents: [0.35, 0.25, 0.2], pose: { t: [0.2, 0.1, 0.2], q: [0.1, 0.2, 0.3, 0.9] } },
};

export const PRESETS: readonly { name: string; pair: Pair }[] = [
  { name: "A corner in a face, 0.1 deep", pair: { a: { kind: "box", half_extents: [2, 1], pose: { t: [0, -1] } }, b: { kind: "box", half_extents: [0.8, 0.8], pose: { t: [0.3, 1.0313708498984762], angle: 0.7853981633974483 } } } },
  { name: "Corner to corner: SAT's gap is not the distance", pair: { a: { ...hull([-2, -1], [0, 0], [-2, 1]), pose: { t: [-0.5, -0.4] } }, b: { ...hull([2, -1], [2, 1], [0, 0]), pose: { t: [0.5, 0.8] } } } },
  { name: "Touching exactly: undecided", pair: { a: { kind: "box", half_extents: [1, 1], pose: { t: [-1, 0] } }, b: { kind: "box", half_extents: [1, 1], pose: { t: [1, 0.5] } } } },
  { name: "O on an edge: any perpendicular serves", pair: { a: { kind: "segment", vertices: [[-1.5, 0], [1.5, 0]], pose: { t: [0, 0] } }, b: { kind: "segment", vertices: [[0, -1.5], [0, 1.5]], pose: { t: [0, 0] } } } },
  { name: "Two ellipses: EPA on curves", pair: { a: { kind: "ellipse", radii: [2, 1], pose: { t: [-0.8, 0], angle: 0.3 } }, b: { kind: "ellipse", radii: [1.5, 0.7], pose: { t: [1, 0.4], angle: -0.5 } } } },
  { name: "A rounded box and a capsule", pair: { a: { kind: "box", half_extents: [1, 0.6], margin: 0.4, pose: { t: [-1.4, 0], angle: 0.2 } }, b: { kind: "capsule", radius: 0.5, p1: [-0.8, 0], p2: [0.8, 0.3], pose: { t: [1.6, 0.6], angle: 0.9 } } } },
  { name: "Two polygons of 64 corners", pair: { a: { ...regular(64, 1.6), pose: { t: [-1, 0] } }, b: { ...regular(64, 1.4), pose: { t: [1.2, 0.5], angle: 0.2 } } } },
  { name: "A dent: a point inside the hull is no corner", pair: { a: { ...hull([-1.5, -1], [1.5, -1], [0.2, 0], [1.2, 1.3], [-1.4, 1.1]), pose: { t: [-1.2, 0] } }, b: { kind: "circle", radius: 0.9, pose: { t: [1.2, 0.1] } } } },
  { name: "The pair of the start", pair: FIRST },
  { name: "In space: two boxes that overlap", pair: FIRST3 },
  { name: "In space: two boxes apart", pair: APART3 },
  { name: "In space: two hulls of 64 points", pair: { dim: 3, a: { kind: "hull", vertices: spiral(64), pose: { t: [0, -0.9, 0] } }, b: { kind: "hull", vertices: spiral(64), pose: { t: [0, 0.9, 0.2], q: [0.3, 0.2, 0.1, 0.9] } } } },
  { name: "In space: box on box, four contact points", pair: { dim: 3, a: { kind: "box", half_extents: [1.2, 1.2, 0.4], pose: { t: [0, 0, -0.4] } }, b: { kind: "box", half_extents: [0.7, 0.7, 0.5], pose: { t: [0.3, 0.2, 0.47], q: [0, 0, 0.130526, 0.991445] } } } },
  { name: "Meshes: a ball in a ring, apart", pair: BALL_IN_RING },
  { name: "Meshes: a ray through a ring", pair: RAY_THROUGH_RING },
  { name: "Meshes: two links of a chain, apart", pair: LINKS },
  { name: "Meshes: a box in a bowl", pair: IN_BOWL },
];
