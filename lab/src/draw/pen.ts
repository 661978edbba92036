/**
 * A pen draws marks in CSS pixels, in inks that have a role and not a colour. There is one pen for
 * the canvas and one for SVG, so that what is exported is what is seen.
 */
import type { Point } from "../state/pair";

/** What a mark stands for. The style sheet has the colour of each role, light and dark. */
export type Role = "a" | "b" | "difference" | "simplex" | "direction" | "origin" | "ink" | "muted" | "line" | "paper" | "good";

export interface Ink {
  stroke?: Role;
  fill?: Role;
  /** Of the stroke, in pixels. */
  width?: number;
  dash?: readonly number[];
  /** Of the fill. */
  opacity?: number;
  /** Of the stroke. */
  strokeOpacity?: number;
  /** The fill is hatched. */
  hatch?: boolean;
}

export interface Pen {
  /** Straight lines through points. */
  path(points: readonly Point[], closed: boolean, ink: Ink): void;
  /** Many of them in one ink, as one mark: where they overlap, what is translucent is not darker. */
  paths(all: readonly (readonly Point[])[], closed: boolean, ink: Ink): void;
  disc(at: Point, radius: number, ink: Ink): void;
  /** Text with a halo of paper; `anchor` says which end is at the point. */
  label(at: Point, text: string, role: Role, anchor?: "start" | "middle" | "end"): void;
}
