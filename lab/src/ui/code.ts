/** The pseudo-code of an algorithm beside its steps, with the line of the present step lit. */
import { h } from "./html";

export class CodePanel {
  private shown: readonly string[] | null = null;
  private lines: HTMLElement[] = [];

  constructor(private readonly element: HTMLElement) {}

  /** `line` is null if the algorithm made no step. */
  show(code: readonly string[] | null, line: number | null): void {
    this.element.hidden = code === null;
    if (this.shown !== code) this.write(code ?? []);
    this.shown = code;
    this.lines.forEach((own, i) => {
      if (i === line) own.setAttribute("aria-current", "step");
      else own.removeAttribute("aria-current");
    });
  }

  private write(code: readonly string[]): void {
    this.lines = code.map((text) => {
      const line = h("li", {}, h("code", {}, text.trimStart()));
      line.style.setProperty("--indent", String((text.length - text.trimStart().length) / 2));
      return line;
    });
    this.element.replaceChildren(h("h2", {}, "In pseudo-code"), h("ol", {}, ...this.lines));
  }
}
