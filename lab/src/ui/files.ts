/**
 * Mesh files: chosen in the card of the shapes, or dropped anywhere on the page. While a file is
 * dragged over the page, the page shows two halves: a file that is dropped on the left becomes A, on
 * the right B.
 */
import type { Engine } from "../engine/types";
import { refusal } from "../scene";
import { noteOf, withMesh } from "../state/mesh";
import type { Pair, Side } from "../state/pair";
import { h } from "./html";
import type { Message } from "./message";

export interface FilesEvents {
  /** Loads the library for 3D; false if this failed. */
  ready: () => Promise<boolean>;
  /** The 3D pair that gets the mesh. */
  pair: () => Pair;
  change: (pair: Pair) => Promise<void>;
}

/** Larger files are refused before they are read, in bytes. */
const MOST_BYTES = 64_000_000;

/** The most corners of a hull that can be redrawn during a drag. */
const MOST_CORNERS = 128;

export class Files {
  constructor(
    private readonly engine: Engine,
    private readonly message: Message,
    private readonly events: FilesEvents,
  ) {
    listenToDrops((side, file) => void this.take(side, file));
  }

  /** Makes a mesh file a shape of the 3D pair, or shows the reason why not. */
  async take(side: Side, file: File): Promise<void> {
    const { events } = this;
    if (!(await events.ready())) return;
    try {
      const hull = await this.engine.readMesh(file.name, await bytesOf(file), MOST_CORNERS);
      const { pair, power } = withMesh(events.pair(), side, hull);
      const refused = refusal(this.engine, pair);
      if (refused !== null) throw new Error(refused);
      await events.change(pair);
      this.message.tell(noteOf(file.name, side, hull, power), true);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.message.tell(`${file.name}: ${why}${/[.?!]$/.test(why) ? "" : "."}`);
    }
    this.message.reveal();
  }
}

/** The contents of a file, or an error with a sentence for users. */
async function bytesOf(file: File): Promise<Uint8Array> {
  const size = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString("en")} MB`;
  if (file.size > MOST_BYTES) throw new Error(`it has ${size(file.size)}, and the page reads at most ${size(MOST_BYTES)}`);
  return new Uint8Array(await file.arrayBuffer());
}

function listenToDrops(take: (side: Side, file: File) => void): void {
  const zones = { a: zone("a"), b: zone("b") };
  const overlay = h("div", { class: "drop", hidden: "", "aria-hidden": "true" }, zones.a, zones.b);
  document.body.append(overlay);
  const sideAt = (event: DragEvent): Side => (event.clientX < window.innerWidth / 2 ? "a" : "b");
  const show = (side: Side | null): void => {
    overlay.hidden = side === null;
    for (const of of ["a", "b"] as const) zones[of].classList.toggle("over", side === of);
  };
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    // Otherwise the browser would open the file instead of the page.
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    show(sideAt(event));
  };
  document.addEventListener("dragenter", over);
  document.addEventListener("dragover", over);
  // Only for leaving the window, not for moving from one element to the next.
  document.addEventListener("dragleave", (event) => { if (event.relatedTarget === null) show(null); });
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    show(null);
    const file = event.dataTransfer.files[0];
    if (file) take(sideAt(event), file);
  });
}

function zone(side: Side): HTMLElement {
  return h("p", { class: `zone ${side}` }, h("span", {}, `Becomes ${side.toUpperCase()}`), h("small", {}, "the hull of an OBJ or STL file"));
}
