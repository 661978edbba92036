/**
 * Questions that learners ask about GJK, EPA and separating axes, each with the place that answers it.
 */
import type { Pair, Point } from "../../state/pair";

export interface Question {
  question: string;
  /** In a sentence or two, what the figure then shows. */
  cure: string;
  view: string;
  algorithm?: string;
  /** 999 is the last place, and -1 the place at which the view opens. */
  step: number;
  first?: Point;
  pair: Pair;
}

const FIVE = [[-1.6, -1.1], [0.9, -1.4], [1.6, 0.3], [0.2, 1.5], [-1.5, 0.8]];
const FOUR = [[-1.1, -1.1], [1.2, -0.9], [1, 1.1], [-1.3, 0.7]];
const INSIDE: Pair = { a: { kind: "hull", vertices: FIVE, pose: { t: [-0.6, 0], angle: 0 } }, b: { kind: "hull", vertices: FOUR, pose: { t: [0.7, 0.3], angle: 0.2 } } };
const APART: Pair = { a: { kind: "hull", vertices: FIVE, pose: { t: [-1.6, 0], angle: 0 } }, b: { kind: "hull", vertices: FOUR, pose: { t: [1.9, 0.7], angle: 0.2 } } };
/** Boolean GJK removes a corner in this pair. */
const BESIDE: Pair = { ...INSIDE, b: { ...INSIDE.b, pose: { t: [2, 0.8], angle: 0.2 } } };
const TRIANGLES: Pair = { a: { kind: "hull", vertices: [[-1, -1], [1, -1], [0, 1]], pose: { t: [-0.2, 0], angle: 0 } }, b: { kind: "hull", vertices: [[-1, -0.8], [1.2, -0.6], [0.2, 1]], pose: { t: [0.4, 0.4], angle: 0 } } };
const DENT: Pair = { a: { kind: "hull", vertices: [[-1.5, -1], [1.5, -1], [0.2, 0], [1.2, 1.3], [-1.4, 1.1]], pose: { t: [-1.2, 0], angle: 0 } }, b: { kind: "circle", radius: 0.9, pose: { t: [1.4, 0.1] } } };
const TOUCHING: Pair = { a: { kind: "box", half_extents: [1, 1], pose: { t: [-1, 0], angle: 0 } }, b: { kind: "box", half_extents: [1, 1], pose: { t: [1, 0.5], angle: 0 } } };
const CROSSED: Pair = { a: { kind: "segment", vertices: [[-1.5, 0], [1.5, 0]], pose: { t: [0, 0] } }, b: { kind: "segment", vertices: [[0, -1.5], [0, 1.5]], pose: { t: [0, 0] } } };
const ELLIPSES: Pair = { a: { kind: "ellipse", radii: [2, 1], pose: { t: [-0.8, 0], angle: 0.3 } }, b: { kind: "ellipse", radii: [1.5, 0.7], pose: { t: [1, 0.4], angle: -0.5 } } };
const KISSING: Pair = { a: { kind: "ellipse", radii: [1, 0.5], pose: { t: [-1, 0] } }, b: { kind: "ellipse", radii: [1, 0.5], pose: { t: [1, 0] } } };
const CORNERS: Pair = { a: { kind: "hull", vertices: [[-2, -1], [0, 0], [-2, 1]], pose: { t: [-0.5, -0.4], angle: 0 } }, b: { kind: "hull", vertices: [[2, -1], [2, 1], [0, 0]], pose: { t: [0.5, 0.8], angle: 0 } } };
const BOX = { kind: "box", half_extents: [1, 0.8, 0.6], pose: { t: [0, -1, 0], q: [0, 0, 0.130526, 0.991445] } };
const OTHER = { kind: "box", half_extents: [0.9, 0.6, 0.7], pose: { t: [0.3, 0.55, 0.4], q: [0.25, 0.1, 0.2, 0.94] } };
const BOXES: Pair = { dim: 3, a: BOX, b: OTHER };
const BOXES_APART: Pair = { dim: 3, a: BOX, b: { ...OTHER, pose: { t: [0.4, 1.5, 0.5], q: [0.25, 0.1, 0.2, 0.94] } } };
/** All six face normals have an overlap of 0.24 or more, and only a pair of edges has a gap. */
const BOXES_BY_EDGES: Pair = { dim: 3, a: { kind: "box", half_extents: [1, 1, 1], pose: { t: [0, -0.9, 0], q: [0.2, 0.3, 0.1, 0.92] } }, b: { kind: "box", half_extents: [1, 1, 1], pose: { t: [0.85, 1.89, 0.02], q: [-0.062, -0.198, 0.307, 0.929] } } };
const PARALLEL: Pair = { dim: 3, a: { kind: "box", half_extents: [1, 1, 1], pose: { t: [0, -0.8, 0] } }, b: { kind: "box", half_extents: [1, 1, 1], pose: { t: [0.4, 0.8, 0.3] } } };
const ON_TOP: Pair = { dim: 3, a: { kind: "box", half_extents: [1.2, 1.2, 0.4], pose: { t: [0, 0, -0.4] } }, b: { kind: "box", half_extents: [0.7, 0.7, 0.5], pose: { t: [0.8, 0.5, 0.47], q: [0, 0, 0.25, 0.968] } } };

export const QUESTIONS: readonly Question[] = [
  { question: "Why is B turned around?", cure: "To subtract a point is to add its mirror image in O: a copy of −B slides along A.", view: "difference", step: 4, pair: TRIANGLES },
  { question: "What moves when B moves?", cure: "If B moves by t, A − B moves by −t. O never moves.", view: "difference", step: 0, pair: APART },
  { question: "Must A − B be built?", cure: "No: only the ringed corners were computed. The rest is drawn for you alone.", view: "boolean", step: 999, pair: INSIDE },
  { question: "Is the support a number or a point?", cure: "Both: the line is at the number h, the lit corner is the point.", view: "support", step: 40, pair: INSIDE },
  { question: "What of a shape with a dent?", cure: "The dent is filled. All that is said of the shape is said of its hull.", view: "difference", step: 0, pair: DENT },
  { question: "Which direction is first?", cure: "Any. Drag the mark at O: the path changes, the verdict does not.", view: "boolean", step: 0, first: [0, -1], pair: INSIDE },
  { question: "What if the direction is zero, with O on an edge?", cure: "There is no side to turn to, and none is needed: O is in the simplex.", view: "boolean", step: 999, pair: CROSSED },
  { question: "Why does a negative dot product end the search?", cure: "Nothing of A − B is in the hatched half-plane, and O is.", view: "boolean", step: 999, pair: APART },
  { question: "Greater, or greater or equal?", cure: "The gap is 0 and the bounds contain 0: undecided. Drag a box by a hair, and it is decided.", view: "touch", step: 0, pair: TOUCHING },
  { question: "Why may regions be skipped?", cure: "The hatched side is out: the support point across that edge passed O.", view: "boolean", step: 5, pair: BESIDE },
  { question: "Are three planes of the tetrahedron enough?", cure: "O cannot be beyond the fourth, from which the search came.", view: "space", algorithm: "gjk-boolean", step: 7, pair: BOXES },
  { question: "What is the triple product for?", cure: "For one arrow: across the edge, on the side of O.", view: "boolean", step: 3, pair: INSIDE },
  { question: "Does it always end?", cure: "The bounds close in, and a corner that comes back ends the search: nothing is nearer.", view: "distance", step: 999, pair: APART },
  { question: "Does reaching a limit mean apart?", cure: "No. Without a proof there is no verdict: these two touch within rounding, and the answer is undecided.", view: "boolean", step: 999, pair: KISSING },
  { question: "What if the nearest point is off the triangle?", cure: "The bars are weights. A corner whose weight would be negative is dropped.", view: "distance", step: 5, pair: APART },
  { question: "Where are the two nearest points?", cure: "The same weights, on A's corners and on B's.", view: "distance", step: 999, pair: APART },
  { question: "What is GJK's number inside?", cure: "Zero, whatever the depth. How deep is the work of EPA or of separating axes.", view: "distance", step: 999, pair: INSIDE },
  { question: "How does EPA begin?", cure: "With a triangle around O; a flat simplex is grown first.", view: "epa", step: 0, pair: INSIDE },
  { question: "What is the horizon, and which way do faces turn?", cure: "The border, drawn thick, of all faces that the new corner lies beyond. New faces keep its order.", view: "space", algorithm: "epa", step: 9, pair: BOXES },
  { question: "What does EPA do on curves?", cure: "It never arrives; the gap of the bounds shrinks step after step, dotted in the chart.", view: "epa", step: 999, pair: ELLIPSES },
  { question: "Where do they touch, and in how many points?", cure: "Both faces are cut by each other; of five places four are kept.", view: "contact", step: 999, pair: ON_TOP },
  { question: "Why do boxes need 15 axes?", cure: "All six face normals find an overlap here. Only an axis across two edges has a gap, wide enough for a card.", view: "sphere", algorithm: "sat-pruned", step: 999, pair: BOXES_BY_EDGES },
  { question: "What of parallel edges?", cure: "Their arcs do not cross, so there is no face and no axis to look at.", view: "sphere", algorithm: "sat-gauss", step: 999, pair: PARALLEL },
  { question: "Which way out, and how long?", cure: "Along an axis of length 1, by the least overlap, in the sense from A to B.", view: "sat", step: 999, pair: INSIDE },
  { question: "Is the gap of separating axes the distance?", cure: "It is a lower bound. From corner to corner the distance is larger.", view: "sat", step: 999, pair: CORNERS },
  { question: "How far apart are two boxes, and where is the fourth corner?", cure: "It is not needed: the bars are the weights of the three that are.", view: "space", algorithm: "gjk", step: 999, pair: BOXES_APART },
];
