/** The whole library, space included. It is fetched when a pair in space is first shown. */
import init, * as wasm from "../../pkg/clearance.js";
import url from "../../pkg/clearance_bg.wasm?url";

export type Full = typeof wasm;

export async function loadFull(): Promise<Full> {
  await init({ module_or_path: url });
  return wasm;
}
