/**
 * The interface of a view. The page shows one at a time; each has a folder.
 *
 * A view makes a model of a scene: a list of looks, one for each place of the slider, each with its
 * sentence and its drawing. A drawing is a function of the model and the place alone, so the slider
 * gives the same pictures in both directions.
 */
import type { Pen } from "../draw/pen";
import type { Answer, Curve, Difference, Engine, Outline, Solids } from "../engine/types";
import type { Frame } from "../plane/frame";
import type { Handle } from "../plane/handles";
import type { Lit } from "../plane/lit";
import type { Pair, Point } from "../state/pair";

/** A pair with the library's answers, which do not depend on the view. */
export interface Scene {
  pair: Pair;
  line: string;
  a: Outline;
  b: Outline;
  difference: Difference | null;
  /** For a 3D pair; then the outlines above are empty. */
  solids: Solids | null;
  answer: Answer;
}

export type Draw = (pen: Pen, frame: Frame) => void;

export interface Look {
  sentence: string;
  shapes: Draw;
  difference: Draw;
  /** The angle of the direction of this place, where the curve's cursor is. */
  angle?: number;
  /** The line of the model's code that makes this step. */
  line?: number;
  /** The corners and weights of the nearest point. */
  weights?: { name: string; weight: number }[];
}

/** Bounds at each place of the slider; null before there are any. */
export interface Bounds {
  lower: (number | null)[];
  upper: (number | null)[];
  /** The proof of each bound. */
  lowerBy: string;
  upperBy: string;
}

/** h over the angle of the direction. */
export interface CurveModel extends Curve {
  /** The angles and values that were measured. */
  marks: { angle: number; value: number; place: number }[];
}

/** The clearance of two moving shapes over time, and the intervals in which an axis proves a gap. */
export interface Times {
  /** The time of each place of the slider. */
  times: number[];
  /** It may take long, so it is computed when a gesture ends. */
  clearance: () => (number | null)[];
  /** The gaps along the axis at both ends. */
  stretches: { from: number; to: number; gaps: [number, number]; name: string }[];
  impact: number | null;
}

/** The changes that a handle may make. */
export interface Acts {
  go: (place: number) => void;
  /** Sets the first direction of boolean GJK. */
  first: (direction: Point) => void;
  change: (pair: Pair) => void;
}

export interface Model {
  /** The number of places of the slider, and the look of each. At least one. */
  count: number;
  look: (place: number) => Look;
  /** The name of the slider's unit: "Step", "Angle". Null if there is no slider. */
  slider: string | null;
  /** The place at which the view opens. */
  first: number;
  /** The model is made again when the gesture ends. */
  waits?: boolean;
  bounds?: Bounds;
  curve?: CurveModel;
  /** The algorithm in about a dozen lines of pseudo-code, of which a look has the current one. */
  code?: readonly string[];
  /** The difference is drawn at a scale of its own, with this width in units. */
  span?: number;
  /** A table below the figure. It may take long, so it is made when a gesture ends. */
  table?: () => { caption?: string; head: string[]; rows: string[][] };
  /** The support points of each place, which are highlighted on hover. */
  lit?: readonly (Lit | null)[];
  /** Clearance and proofs over time. */
  times?: Times;
  /** Additional handles in one of the panels. */
  handles?: (panel: "shapes" | "difference", place: number, frame: Frame, page: Acts) => Handle[];
  /** How many milliseconds a place is shown while playing, if its number does not tell. */
  pace?: number;
  /**
   * The figure shows more than the pair: there are no handles, and a click chooses a pair; null if it is on nothing.
   */
  pick?: (at: Point, frame: Frame) => Pair | null;
  /** What the view has below the slider. The view keeps the element, and changes it. */
  panel?: (page: PanelActs) => HTMLElement;
  /** The text of an answer that took longer than that of the scene: the card shows it. */
  answer?: string;
  /** What the camera shows, if it is more than the pair: bodies on their way. */
  extent?: Pick<Scene, "a" | "b" | "difference" | "solids">;
  captions: { shapes: string; difference: string };
}

/** What a panel may do. */
export interface PanelActs {
  views: readonly View[];
  /** Another pair at the same place. */
  choose: (pair: Pair) => void;
  /** Another pair, which plays from the first place on. */
  drop: (pair: Pair) => void;
  /** Opens the pair in a view. */
  show: (pair: Pair, view: string) => void;
}

export interface Algorithm {
  id: string;
  name: string;
}

export interface View {
  id: string;
  /**
   * The dimensions of the pairs that it shows. If the present pair has another one, the view opens
   * with the first.
   */
  dims: readonly (2 | 3)[];
  /** It shows pairs with a mesh, and no others. */
  meshes?: boolean;
  /** It shows pairs of its own, and no others; the last one is that which it shows when it opens. */
  own?: { has: (pair: Pair) => boolean; last: () => Pair };
  /** Fetches what only this view needs; nothing else of the view is called before. */
  load?: () => Promise<void>;
  number: number;
  /** The name in the menu. */
  name: string;
  title: string;
  /** One line below the title. */
  idea: string;
  /** At least one; the first is the default. */
  algorithms: readonly Algorithm[];
  /** HTML, written for this page. */
  article: string;
  /**
   * `held` is true during a gesture: what takes long may wait for its end, and then the model has
   * `waits`.
   */
  model: (scene: Scene, engine: Engine, algorithm: string, first: Point | null, held: boolean) => Model;
  /** The question in the card in this view, if it is not the clearance. */
  question?: (pair: Pair) => string;
  /**
   * The pair with what the view needs besides shapes and poses; the pair itself if it has everything.
   */
  prepare?: (pair: Pair, engine: Engine) => Pair;
  /** The pair at a place of the slider, whose bodies move; at -1 as it is. */
  follow?: (pair: Pair, place: number) => Pair;
  /** Adds elements to the article: a list, buttons. */
  furnish?: (article: HTMLElement, page: Page) => void;
}

/** The changes that an article may make. */
export interface Page {
  /** Shows another pair in the same view. */
  put: (pair: Pair) => void;
  show: (pair: Pair, view: string, place?: number, algorithm?: string, first?: Point | null) => void;
}

/** The part of a model whose looks are all made at once. */
export function listed(looks: readonly Look[]): Pick<Model, "count" | "look"> {
  return {
    count: looks.length,
    look: (place) => {
      const found = looks[Math.min(place, looks.length - 1)];
      if (!found) throw new Error("A view has at least one place.");
      return found;
    },
  };
}
