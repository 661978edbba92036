/** Sends a sentence to screen readers when nothing has changed for some time. */
const REST = 400;

export class Speaker {
  private timer: number | null = null;
  private last = "";

  constructor(private readonly region: HTMLElement) {}

  say(sentence: string): void {
    if (sentence === this.last) return;
    this.last = sentence;
    if (this.timer !== null) window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => { this.region.textContent = sentence; }, REST);
  }
}
