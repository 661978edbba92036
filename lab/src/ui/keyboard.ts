/** Keys of the whole page. Text fields and sliders keep their own. */
export interface KeyEvents {
  undo: () => void;
  redo: () => void;
  play: () => void;
  by: (steps: number) => void;
  /** A factor of the span; 0 shows everything. */
  zoom: (by: number) => void;
  help: () => void;
}

export function listenToKeys(events: KeyEvents): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (event.defaultPrevented || target.closest("textarea, select, dialog, input:not([type=range])")) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      if (event.shiftKey) events.redo();
      else events.undo();
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act: (() => void) | undefined = {
      ",": () => { events.by(-1); },
      ".": () => { events.by(1); },
      "+": () => { events.zoom(0.8); },
      "-": () => { events.zoom(1.25); },
      "0": () => { events.zoom(0); },
      "?": events.help,
      // A focused button handles the space bar itself.
      " ": target.closest("button:not(.handle), a, summary") ? undefined : events.play,
    }[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  });
}
