/**
 * The layers of a panel from bottom to top: the background, the view, the highlighted corners, and the
 * labels, which avoid everything over the canvas.
 */
import { drawGrid } from "../draw/grid";
import { LabelPen, around, type Box } from "../draw/labels";
import type { Pen } from "../draw/pen";
import type { Frame } from "./frame";
import type { Handle } from "./handles";
import { drawLit } from "./lit";
import type { Shown } from "./stage";

/** Pixels from the middle of a handle to its edge, as the style sheet draws it. */
const HALF = { body: 10, corner: 9, size: 9, turn: 8, aim: 9 } as const;
/** The width of a letter of a caption, and the height of its line. */
const [LETTER, LINE] = [7.4, 28];
/** The buttons at the corner: their width in 2D and in 3D, and their height. */
const BUTTONS = { plane: 116, space: 260, height: 42 } as const;

export function drawLayers(pen: Pen, panel: "shapes" | "difference", frame: Frame, { scene, model, look, lit }: Shown, handles: readonly Handle[], overlaid: boolean): void {
  const { width, height } = frame;
  const taken: Box[] = handles.map((handle) => around(frame.at(handle.at), HALF[handle.shape]));
  if (overlaid) taken.push([0, 0, model.captions[panel].length * LETTER + 16, LINE]);
  if (overlaid && panel === "difference") taken.push([width - (scene.solids ? BUTTONS.space : BUTTONS.plane), height - BUTTONS.height, width, height]);
  const labels = new LabelPen(pen, width, height, taken);
  drawGrid(pen, frame);
  look[panel](labels, frame);
  if (lit && (panel === "shapes" || model.span === undefined)) drawLit(labels, frame, scene, panel, lit);
  labels.finish();
}
