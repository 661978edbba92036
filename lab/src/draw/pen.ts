/**
 * A pen draws marks in CSS pixels, in inks with a role instead of a colour. There is a pen for the
 * canvas and a pen for SVG, so that an exported picture is the one on the screen.
 */
import type { Point } from "../state/pair";

/** The role of a mark. The style sheet has the light and the dark colour of each role. */
export type Role = "a" | "b" | "difference" | "simplex" | "direction" | "origin" | "ink" | "muted" | "line" | "paper" | "good";

export interface Ink {
  stroke?: Role;
  fill?: Role;
  /** The width of the stroke, in pixels. */
  width?: number;
  dash?: readonly number[];
  /** The opacity of the fill. */
  opacity?: number;
  /** The opacity of the stroke. */
  strokeOpacity?: number;
  /** The fill is hatched. */
  hatch?: boolean;
}

export interface Pen {
  /** Straight lines through points. */
  path(points: readonly Point[], closed: boolean, ink: Ink): void;
  /** Many paths in one ink as one mark, so that translucent paths are not darker where they overlap. */
  paths(all: readonly (readonly Point[])[], closed: boolean, ink: Ink): void;
  disc(at: Point, radius: number, ink: Ink): void;
  /**
   * Text with a halo in the colour of the paper; `anchor` is the end of the text at the point. Others make room for one that
   * `stays` there.
   */
  label(at: Point, text: string, role: Role, anchor?: "start" | "middle" | "end", stays?: boolean): void;
}
