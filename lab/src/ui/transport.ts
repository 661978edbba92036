/**
 * The slider through the places of a view, with buttons for back, play and forward. The space bar
 * plays.
 */
import type { Model } from "../views/view";

export interface TransportEvents {
  go: (place: number) => void;
  hover: (place: number | null) => void;
  /** It has stopped playing. */
  rest: () => void;
}

/** The distance from the end of the slider to the centre of its thumb, in pixels. */
const THUMB = 8;

/** How long a place is shown while playing, in milliseconds: longer if there are few places. */
function paceOf(count: number): number {
  return count > 60 ? 33 : count > 24 ? 110 : 1400;
}

export class Transport {
  private readonly slider = document.createElement("input");
  private readonly output = document.createElement("output");
  private readonly playing = document.createElement("button");
  private timer: number | null = null;
  private count = 0;
  private place = 0;
  private pace = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly events: TransportEvents,
  ) {
    const back = this.button("Back", "‹", () => { this.go(this.place - 1); });
    const forth = this.button("Forth", "›", () => { this.go(this.place + 1); });
    this.playing.type = "button";
    this.playing.id = "play";
    this.playing.onclick = (): void => { this.toggle(); };
    this.slider.type = "range";
    this.slider.id = "slider";
    this.slider.min = "0";
    this.slider.step = "1";
    this.slider.oninput = (): void => {
      this.pause();
      this.events.go(Number(this.slider.value));
    };
    this.slider.onpointermove = (event): void => {
      const { left, width } = this.slider.getBoundingClientRect();
      const part = (event.clientX - left - THUMB) / Math.max(1, width - 2 * THUMB);
      this.events.hover(Math.max(0, Math.min(this.count - 1, Math.round(part * (this.count - 1)))));
    };
    this.slider.onpointerleave = (): void => { this.events.hover(null); };
    element.append(this.playing, back, this.slider, forth, this.output);
    this.drawPlaying();
  }

  /** Shows the present place; `sentence` is for screen readers. */
  show({ slider: name, count, pace }: Pick<Model, "slider" | "count" | "pace">, place: number, sentence: string): void {
    this.element.hidden = name === null || count < 2;
    if (this.element.hidden) this.pause();
    this.count = count;
    this.place = place;
    this.pace = pace ?? paceOf(count);
    this.slider.max = String(count - 1);
    this.slider.value = String(place);
    this.slider.setAttribute("aria-label", name ?? "Step");
    this.slider.setAttribute("aria-valuetext", sentence);
    this.output.textContent = `${place + 1} / ${count}`;
  }

  toggle(): void {
    if (this.element.hidden) return;
    if (this.timer !== null) {
      this.pause();
      return;
    }
    if (this.place >= this.count - 1) this.events.go(0);
    const next = (): void => {
      if (this.place >= this.count - 1) {
        this.pause();
        return;
      }
      this.events.go(this.place + 1);
      this.timer = window.setTimeout(next, this.pace);
    };
    this.timer = window.setTimeout(next, Math.min(400, this.pace));
    this.drawPlaying();
  }

  get isPlaying(): boolean {
    return this.timer !== null;
  }

  pause(): void {
    if (this.timer !== null) {
      window.clearTimeout(this.timer);
      this.events.rest();
    }
    this.timer = null;
    this.drawPlaying();
  }

  go(place: number): void {
    this.pause();
    this.events.go(Math.max(0, Math.min(this.count - 1, place)));
  }

  private drawPlaying(): void {
    const on = this.timer !== null;
    this.playing.textContent = on ? "❚❚" : "▶";
    this.playing.setAttribute("aria-label", on ? "Pause" : "Play");
  }

  private button(label: string, text: string, act: () => void): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", label);
    button.onclick = act;
    return button;
  }
}
