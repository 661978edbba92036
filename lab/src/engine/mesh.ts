/** The library for meshes, which is loaded when the first one is there. It has all of that for 3D, too. */
import init, * as wasm from "../../pkg/mesh/clearance.js";
import url from "../../pkg/mesh/clearance_bg.wasm?url";
import type { Point3 } from "../state/space";
import { pointsOf } from "./columns";
import type { MeshFile } from "./types";

export type Meshes = typeof wasm;

export async function loadMeshes(): Promise<Meshes> {
  await init({ module_or_path: url });
  return wasm;
}

/** Throws the error in the file. */
export function readMesh(name: string, bytes: Uint8Array, most: number): MeshFile {
  const mesh = new wasm.Mesh(name, bytes, most);
  const { corners, parts, isFlat, missing, warnings } = mesh;
  const hull: Point3[] = pointsOf(mesh.vertices);
  const checked = wasm.checked(mesh.points, mesh.triangles);
  mesh.free();
  const { isSolid, report, triangles } = checked;
  const vertices: Point3[] = pointsOf(checked.vertices);
  checked.free();
  return { vertices, triangles: triples(triangles), isSolid, report, hull, corners, parts, isFlat, missing: missing ?? null, warnings };
}

function triples(list: Uint32Array): [number, number, number][] {
  return Array.from({ length: list.length / 3 }, (_, i) => [list[3 * i] ?? 0, list[3 * i + 1] ?? 0, list[3 * i + 2] ?? 0]);
}
