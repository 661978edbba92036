/** The library for mesh files, which is loaded when the first file is read. */
import init, { Mesh } from "../../pkg/mesh/clearance.js";
import url from "../../pkg/mesh/clearance_bg.wasm?url";
import type { Point3 } from "../state/space";
import { pointsOf } from "./columns";
import type { MeshHull } from "./types";

/** Throws the error in the file. */
export async function readMesh(name: string, bytes: Uint8Array, most: number): Promise<MeshHull> {
  await init({ module_or_path: url });
  const mesh = new Mesh(name, bytes, most);
  const { corners, parts, isFlat, missing, warnings } = mesh;
  const vertices: Point3[] = pointsOf(mesh.vertices);
  mesh.free();
  return { vertices, corners, parts, isFlat, missing: missing ?? null, warnings };
}
