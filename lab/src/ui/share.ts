/** Pasting query lines, and exporting a pair: link, line, Rust, SVG, PNG. */
import type { Answer, Engine } from "../engine/types";
import { textOf, type Pair } from "../state/pair";
import { isPair } from "../state/link";
import { button, h } from "./html";
import { rustOf } from "./rust";

export interface ShareEvents {
  pair: () => Pair;
  engine: () => Engine | null;
  change: (pair: Pair) => void;
  link: () => Promise<string>;
  svg: () => string;
  png: () => Promise<Blob>;
}

/** Longer text is refused before it is read. */
const MOST_TEXT = 4_000_000;
/** Longer lines are not shown: the field would be slow. */
const MOST_SHOWN = 200_000;

export class ShareCard {
  private readonly area = h("textarea", { id: "paste", "aria-label": "Query line", spellcheck: "false", autocapitalize: "off", "aria-describedby": "paste-message" });
  private readonly message = h("p", { id: "paste-message", class: "message", role: "alert", hidden: "" });
  private readonly done = h("p", { class: "unseen", role: "status" });
  private edited = false;

  constructor(
    element: HTMLElement,
    private readonly events: ShareEvents,
  ) {
    this.area.oninput = (): void => { this.edited = true; };
    this.area.onkeydown = (event): void => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void this.take();
    };
    element.append(
      h("h2", {}, "Paste and share"),
      this.area,
      this.message,
      h("div", { class: "row" }, button("Show this line", () => { void this.take(); }, { id: "take" }), button("Back to the figure's", () => { this.reset(); })),
      h("div", { class: "row" },
        button("Copy link", () => void this.copy(events.link(), "The link")),
        button("Copy line", () => void this.copy(textOf(events.pair()), "The line")),
        button("Copy Rust", () => void this.copy(rustOf(events.pair()), "The Rust code")),
        button("Save SVG", () => { save(new Blob([events.svg()], { type: "image/svg+xml" }), "lab.svg"); }),
        button("Save PNG", () => void events.png().then((blob) => { save(blob, "lab.png"); })),
      ),
      this.done,
    );
  }

  /** Shows the line of the figure, unless the user is editing one. */
  show(pair: Pair): void {
    if (this.edited) return;
    const text = textOf(pair);
    const fits = text.length <= MOST_SHOWN;
    this.area.value = fits ? text : "";
    this.area.placeholder = fits ? "" : "The line is long: copy it.";
  }

  private reset(): void {
    this.edited = false;
    this.fail(null);
    this.show(this.events.pair());
  }

  private async take(): Promise<void> {
    const engine = this.events.engine();
    if (!engine) return;
    const text = this.area.value;
    if (text.length > MOST_TEXT) {
      this.fail(`The text has ${text.length.toLocaleString("en")} characters; the page reads at most ${MOST_TEXT.toLocaleString("en")}.`);
      return;
    }
    const number = text.split("\n").findIndex((l) => l.trim() !== "");
    const line = text.split("\n")[number];
    if (line === undefined) {
      this.fail("There is no line: paste one JSON object with the shapes a and b.");
      return;
    }
    const answer = await asked(engine, line);
    const where = `Line ${number + 1}`;
    if (answer.status === "error") {
      this.fail(`${where}: ${answer.error ?? "it is not a query line"}.`);
      return;
    }
    const pair: unknown = JSON.parse(line);
    if (!isPair(pair)) {
      this.fail(`${where}: it has no shapes a and b.`);
      return;
    }
    this.edited = false;
    this.fail(null);
    this.events.change(pair);
  }

  private fail(why: string | null): void {
    this.message.hidden = why === null;
    this.message.textContent = why ?? "";
    this.area.setAttribute("aria-invalid", String(why !== null));
  }

  private async copy(text: string | Promise<string>, what: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(await text);
      this.done.textContent = `${what} is copied.`;
    } catch {
      // If a browser refuses the clipboard, the text is shown, to be copied by hand.
      this.area.value = await text;
      this.edited = true;
      this.area.select();
    }
  }
}

/** A line is asked again when the library that it needs is loaded. */
async function asked(engine: Engine, line: string): Promise<Answer> {
  try {
    return engine.query(line);
  } catch {
    await engine.prepare(engine.needOf(line));
    return engine.query(line);
  }
}

function save(blob: Blob, name: string): void {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  window.setTimeout(() => { URL.revokeObjectURL(link.href); }, 1000);
}
