/** The line below the figure: an error, or a note that disappears with the next gesture. */
export class Message {
  private isNote = false;

  constructor(private readonly element: HTMLElement) {}

  tell(text: string | null, note = false): void {
    this.isNote = note;
    this.element.hidden = text === null;
    this.element.classList.toggle("note", note);
    this.element.textContent = text ?? "";
  }

  /** A gesture has ended. */
  passed(): void {
    if (this.isNote) this.tell(null);
  }

  reveal(): void {
    this.element.scrollIntoView({ block: "nearest" });
  }
}
