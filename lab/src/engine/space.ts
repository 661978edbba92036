/** The library for 3D, which is loaded when a 3D pair is first shown. */
import init, * as wasm from "../../pkg/space/clearance.js";
import url from "../../pkg/space/clearance_bg.wasm?url";

export type Space = typeof wasm;

export async function loadSpace(): Promise<Space> {
  await init({ module_or_path: url });
  return wasm;
}
