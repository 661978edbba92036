import { expect, test } from "vitest";
import type { MeshFile } from "../engine/types";
import { noteOf, withMesh } from "./mesh";
import type { Pair } from "./pair";

const PAIR: Pair = {
  dim: 3,
  a: { kind: "box", half_extents: [1, 1, 1], pose: { t: [0, -1, 0] } },
  b: { kind: "hull", vertices: [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]], pose: { t: [5, 0, 0], q: [0, 0, 1, 0] } },
};

const SOLID = "It is closed, and all fronts agree: a solid.";

function tetrahedron(size: number): MeshFile {
  const vertices: MeshFile["vertices"] = [[0, 0, 0], [size, 0, 0], [0, size, 0], [0, 0, size]];
  return { vertices, triangles: [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]], isSolid: true, report: SOLID, hull: vertices, corners: 4, parts: 1, isFlat: false, missing: null, warnings: [] };
}

test("a mesh stands where the middle of the shape before it was", () => {
  const file = tetrahedron(3);
  const { pair, power, hull } = withMesh(PAIR, "b", file);
  expect(power).toBe(0);
  // The centre of B was (1, 1, 1), rotated by half a turn around z, at (4, -1, 1).
  expect(pair.b).toEqual({ kind: "solid", vertices: file.vertices, triangles: file.triangles, pose: { t: [2.5, -2.5, -0.5] } });
  expect(pair.a).toBe(PAIR.a);
  expect(hull).toEqual({ kind: "hull", vertices: file.vertices });
  expect(withMesh(PAIR, "b", { ...file, isSolid: false }).pair.b.kind).toBe("mesh");
});

test("a mesh of another unit is scaled by a power of two, which keeps its bits", () => {
  const large = withMesh(PAIR, "a", tetrahedron(300.1));
  expect(large.power).toBe(-7);
  expect(large.pair.a.vertices?.[1]).toEqual([300.1 / 128, 0, 0]);
  expect(withMesh(PAIR, "a", tetrahedron(0.003)).power).toBe(9);
  expect(withMesh(PAIR, "a", tetrahedron(15)).power).toBe(0);
  // A point has no size to compare with.
  expect(withMesh(PAIR, "a", { ...tetrahedron(0), vertices: [[1, 2, 3]] }).power).toBe(0);
});

test("beside a mesh from a file, another one gets its scale and its pose", () => {
  const pose = { t: [7, 8, 9], q: [0, 0, 1, 0] };
  const { pair, power } = withMesh(PAIR, "a", tetrahedron(300), { power: -7, pose });
  expect(power).toBe(-7);
  expect(pair.a.vertices).toEqual(tetrahedron(300 / 128).vertices);
  expect(pair.a.pose).toBe(pose);
  expect(pair.b).toBe(PAIR.b);
  expect(noteOf("lid.obj", "a", tetrahedron(300), -7, true)).toBe(`A is lid.obj: 4 triangles. ${SOLID} Its place relative to B is that of the files. All lengths are divided by 128.`);
});

test("of a mesh with very many triangles the hull is shown", () => {
  const file = { ...tetrahedron(1), triangles: Array.from({ length: 30_000 }, (): [number, number, number] => [0, 1, 2]), corners: 1834 };
  expect(withMesh(PAIR, "a", file).pair.a.kind).toBe("hull");
  expect(noteOf("duck.stl", "a", file, 0)).toBe("A is the hull of duck.stl: 1,834 corners, of which the 4 are shown that stand out the farthest. The mesh has 30,000 triangles, and the page draws at most 20,000.");
});

test("what is odd about a file is said", () => {
  const file: MeshFile = { ...tetrahedron(1), parts: 3, missing: 0.2346, warnings: ["3 bytes follow the last of 2 triangles"] };
  expect(noteOf("duck.stl", "a", file, -10)).toBe(
    `A is duck.stl, its 3 parts together: 4 triangles. ${SOLID} ` +
      "The mesh has dents: 23.5 % of its hull are not in it. All lengths are divided by 1,024. 3 bytes follow the last of 2 triangles.",
  );
  expect(noteOf("leaf.obj", "b", { ...tetrahedron(1), report: "It is open.", isFlat: true }, 0)).toBe("B is leaf.obj: 4 triangles. It is open. All points of the file lie in a plane.");
});
