/** Fetches the library for a pair, and what a view needs, before they are shown. */
import type { Engine } from "./engine/types";
import type { Need } from "./state/pair";
import type { Message } from "./ui/message";
import type { View } from "./views/view";

const NAMES = { 2: "the plane", 3: "space", mesh: "meshes" } as const satisfies Record<Need, string>;

/** False if it failed; then the message says so. */
export async function ready(engine: Engine, message: Message, need: Need, view?: View): Promise<boolean> {
  let what: string = NAMES[need];
  try {
    await engine.prepare(need);
    if (view?.load) what = `the view ${view.name}`;
    await view?.load?.();
    return true;
  } catch {
    message.tell(`The library for ${what} did not load. Is there a connection?`);
    return false;
  }
}
