/** The dialog with the keys. */
import { button, h } from "./html";

const KEYS: readonly [string, string][] = [
  ["Tab", "to the next handle, slider or button"],
  ["Arrows", "on a handle: move it (Shift ten times as far, Alt a tenth); on the slider: a step"],
  ["R", "on a shape: turn it (Shift the other way, Alt a tenth)"],
  ["Delete", "on a corner: remove it"],
  ["Space", "play and pause"],
  [", and .", "a step back, a step forth"],
  ["Home, End", "on the slider: first and last step"],
  ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"],
  ["+ − 0", "nearer, farther, all in view"],
  ["?", "this page"],
];

export function startHelp(dialog: HTMLDialogElement, opener: HTMLElement): () => void {
  const list = h("dl", { class: "keys" });
  for (const [keys, what] of KEYS) list.append(h("dt", {}, h("kbd", {}, keys)), h("dd", {}, what));
  dialog.append(
    h("h2", {}, "Keys"),
    list,
    h("p", {}, "A mouse drags a shape anywhere inside it, and the empty ground to look elsewhere. A finger drags the marks; two fingers do as the browser does. In the heap a click or a tap chooses a body, or a contact and its two."),
    h("p", {}, "An OBJ, PLY or STL file that is dropped on the left half of the page becomes A, on the right half B; of two files the first becomes A, and both keep their relation to each other. The hull of a mesh is a button in the card of the shapes."),
    h("p", {}, "The address of the page has the pair, the view and the step: copy it to show somebody what you see."),
    button("Close", () => { dialog.close(); }),
  );
  const open = (): void => { dialog.showModal(); };
  opener.onclick = open;
  return open;
}
