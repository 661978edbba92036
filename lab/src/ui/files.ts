/**
 * Mesh files: chosen in the card of the shapes, or dropped anywhere on the page. While a file is
 * dragged over the page, the page shows two halves: a file that is dropped on the left becomes A, on
 * the right B. Of several files the first becomes A and the second B.
 */
import type { Engine } from "../engine/types";
import { refusal } from "../scene";
import { noteOf, withMesh, type FileFrame } from "../state/mesh";
import { isMesh } from "../state/meshes";
import { other, type Pair, type Shape, type Side } from "../state/pair";
import { h } from "./html";
import type { Message } from "./message";

export interface FilesEvents {
  /** Loads the library for meshes; false if this failed. */
  ready: () => Promise<boolean>;
  /** The 3D pair that gets the mesh. */
  pair: () => Pair;
  change: (pair: Pair) => Promise<void>;
}

/** A file, and the shape that it becomes. */
interface Part {
  side: Side;
  file: File;
}

/** Larger files are refused before they are read, in bytes. */
const MOST_BYTES = 64_000_000;

/** The most corners of a hull that can be redrawn during a drag. */
const MOST_CORNERS = 128;

export class Files {
  /** The powers of two of shapes from files, by their points, which moves do not change. */
  private readonly powers = new WeakMap<object, number>();
  /** The hull of each mesh from a file, and the mesh of each hull, by their points. */
  private readonly others = new WeakMap<object, Shape>();

  constructor(
    private readonly engine: Engine,
    private readonly message: Message,
    private readonly events: FilesEvents,
  ) {
    listenToDrops((parts, more) => void this.take(parts, more));
  }

  /** Makes mesh files shapes of the 3D pair, or shows the reason why not; `more` files are left out. */
  async take(parts: readonly Part[], more = 0): Promise<void> {
    const { events } = this;
    if (!(await events.ready())) return;
    let pair = events.pair();
    const notes: string[] = [];
    let name = "";
    try {
      for (const { side, file } of parts) {
        name = file.name;
        const read = await this.engine.readMesh(name, await bytesOf(file), MOST_CORNERS);
        const beside = this.frameOf(pair, other(side));
        const taken = withMesh(pair, side, read, beside);
        const refused = refusal(this.engine, taken.pair);
        if (refused !== null) throw new Error(refused);
        pair = taken.pair;
        for (const [one, otherForm] of [[taken.mesh, taken.hull], [taken.hull, taken.mesh]] as const) {
          this.powers.set(one.vertices ?? {}, taken.power);
          this.others.set(one.vertices ?? {}, otherForm);
        }
        notes.push(noteOf(name, side, read, taken.power, beside !== null));
      }
      if (more > 0) notes.push(`The page shows two shapes: ${more === 1 ? "1 file is" : `${more} files are`} left out.`);
      await events.change(pair);
      this.message.tell(notes.join(" "), true);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.message.tell(`${why.startsWith(name) ? "" : `${name}: `}${why}${/[.?!]$/.test(why) ? "" : "."}`);
    }
    this.message.reveal();
  }

  /** The hull of a mesh, or the mesh whose hull a shape is; null if there is none. */
  otherOf(shape: Shape): Shape | null {
    const { vertices } = shape;
    const known = vertices && this.others.get(vertices);
    if (known || !vertices || !isMesh(shape)) return known ?? null;
    const hull: Shape = { kind: "hull", vertices: [...vertices] };
    this.others.set(vertices, hull);
    this.others.set(hull.vertices ?? {}, shape);
    return hull;
  }

  /** The frame of a shape's file in the world; null if the shape is not from a file. */
  private frameOf(pair: Pair, side: Side): FileFrame | null {
    const { vertices, pose } = pair[side];
    const power = vertices && this.powers.get(vertices);
    return power === undefined ? null : { power, pose: pose ?? {} };
  }
}

/** The contents of a file, or an error with a sentence for users. */
async function bytesOf(file: File): Promise<Uint8Array> {
  const size = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString("en")} MB`;
  if (file.size > MOST_BYTES) throw new Error(`it has ${size(file.size)}, and the page reads at most ${size(MOST_BYTES)}`);
  return new Uint8Array(await file.arrayBuffer());
}

function listenToDrops(take: (parts: Part[], more: number) => void): void {
  const zones = { a: zone("a"), b: zone("b") };
  const overlay = h("div", { class: "drop", hidden: "", "aria-hidden": "true" }, zones.a, zones.b);
  document.body.append(overlay);
  /** The sides that `count` files become. */
  const sidesAt = (event: DragEvent, count: number): Side[] => (count > 1 ? ["a", "b"] : [event.clientX < window.innerWidth / 2 ? "a" : "b"]);
  const show = (sides: readonly Side[]): void => {
    overlay.hidden = sides.length === 0;
    for (const side of ["a", "b"] as const) zones[side].classList.toggle("over", sides.includes(side));
  };
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    // Otherwise the browser would open the file instead of the page.
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    show(sidesAt(event, event.dataTransfer.items.length));
  };
  document.addEventListener("dragenter", over);
  document.addEventListener("dragover", over);
  // Only for leaving the window, not for moving from one element to the next.
  document.addEventListener("dragleave", (event) => { if (event.relatedTarget === null) show([]); });
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    show([]);
    const files = [...event.dataTransfer.files];
    const parts = sidesAt(event, files.length).flatMap((side, i) => (files[i] ? [{ side, file: files[i] }] : []));
    if (parts.length > 0) take(parts, files.length - parts.length);
  });
}

function zone(side: Side): HTMLElement {
  return h("p", { class: `zone ${side}` }, h("span", {}, `Becomes ${side.toUpperCase()}`), h("small", {}, "an OBJ, PLY or STL file"));
}
