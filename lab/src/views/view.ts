/**
 * What a view is. The page shows one at a time; each has a folder of its own.
 *
 * A view makes a model of a scene: a list of looks, one for each place of the slider, each with
 * its sentence and its drawing. A drawing is a function of the model and the place alone, so the
 * slider gives the same picture forth and back.
 */
import type { Pen } from "../draw/pen";
import type { Answer, Curve, Difference, Engine, Outline, Solids } from "../engine/types";
import type { Frame } from "../plane/frame";
import type { Handle } from "../plane/handles";
import type { Lit } from "../plane/lit";
import type { Pair, Point } from "../state/pair";

/** A pair with all that the library says of it, whatever the view. */
export interface Scene {
  pair: Pair;
  line: string;
  a: Outline;
  b: Outline;
  difference: Difference | null;
  /** Of a pair in space; then the outlines above are empty. */
  solids: Solids | null;
  answer: Answer;
}

export type Draw = (pen: Pen, frame: Frame) => void;

export interface Look {
  sentence: string;
  shapes: Draw;
  difference: Draw;
  /** The angle of the direction that this place is about; the curve's cursor stands there. */
  angle?: number;
  /** What the nearest point is made of. */
  weights?: { name: string; weight: number }[];
}

/** Bounds at each place of the slider; null before there are any. */
export interface Bounds {
  lower: (number | null)[];
  upper: (number | null)[];
  /** What proves each. */
  lowerBy: string;
  upperBy: string;
}

/** h over the angle of the direction. */
export interface CurveModel extends Curve {
  /** Angles with their value: where something was measured. */
  marks: { angle: number; value: number; place: number }[];
}

/** The clearance of two moving shapes over time, and the stretches that an axis proves to have a gap. */
export interface Times {
  /** Of each place of the slider. */
  times: number[];
  /** It may take long, and is asked for when a gesture ends. */
  clearance: () => (number | null)[];
  /** The gap along the axis at both ends. */
  stretches: { from: number; to: number; gaps: [number, number]; name: string }[];
  impact: number | null;
}

/** What a handle may do to the page. */
export interface Acts {
  go: (place: number) => void;
  /** Boolean GJK's first direction. */
  first: (direction: Point) => void;
  change: (pair: Pair) => void;
}

export interface Model {
  /** How many places the slider has, and what each looks like. At least one. */
  count: number;
  look: (place: number) => Look;
  /** What the slider counts: "Step", "Angle". Null where there is nothing to slide. */
  slider: string | null;
  /** The place that the view opens at. */
  first: number;
  /** It is made anew when the gesture ends. */
  waits?: boolean;
  bounds?: Bounds;
  curve?: CurveModel;
  /** The difference is drawn at a scale of its own: so many units across. */
  span?: number;
  /** A table below the figure. It is made when a gesture ends, for it may take long. */
  table?: () => { head: string[]; rows: string[][] };
  /** The corners that each place asks for; hovering it lights them. */
  lit?: readonly (Lit | null)[];
  /** Clearance and proofs over time. */
  times?: Times;
  /** Handles of the view's own, in one of the panels. */
  handles?: (panel: "shapes" | "difference", place: number, frame: Frame, page: Acts) => Handle[];
  /** What must be in view, where that is more than the pair: bodies on their way. */
  extent?: Pick<Scene, "a" | "b" | "difference" | "solids">;
  captions: { shapes: string; difference: string };
}

export interface Algorithm {
  id: string;
  name: string;
}

export interface View {
  id: string;
  /** Of the pairs that it shows; the first is the one that it opens where another is shown. */
  dims: readonly (2 | 3)[];
  number: number;
  /** In the menu. */
  name: string;
  title: string;
  /** One line below the title. */
  idea: string;
  /** At least one; the first is the default. */
  algorithms: readonly Algorithm[];
  /** HTML, written for this page. */
  article: string;
  /** `held` while a gesture goes on: what takes long may wait for its end, and the model says `waits`. */
  model: (scene: Scene, engine: Engine, algorithm: string, first: Point | null, held: boolean) => Model;
  /** What the card asks of the pair in this view, where it is not the clearance. */
  question?: (pair: Pair) => string;
  /** The pair with what the view needs besides shapes and poses; the pair itself where it has that. */
  prepare?: (pair: Pair, engine: Engine) => Pair;
  /** What the article has besides text: a list, buttons. */
  furnish?: (article: HTMLElement, page: Page) => void;
}

/** What an article may do to the page. */
export interface Page {
  /** Another pair in the view that is shown. */
  put: (pair: Pair) => void;
  show: (pair: Pair, view: string, place?: number, algorithm?: string, first?: Point | null) => void;
}

/** The part of a model whose looks are made at once. */
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
