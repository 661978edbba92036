import { expect, test } from "vitest";
import type { MeshHull } from "../engine/types";
import { noteOf, withMesh } from "./mesh";
import type { Pair } from "./pair";

const PAIR: Pair = {
  dim: 3,
  a: { kind: "box", half_extents: [1, 1, 1], pose: { t: [0, -1, 0] } },
  b: { kind: "hull", vertices: [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]], pose: { t: [5, 0, 0], q: [0, 0, 1, 0] } },
};

function tetrahedron(size: number): MeshHull {
  return { vertices: [[0, 0, 0], [size, 0, 0], [0, size, 0], [0, 0, size]], corners: 4, parts: 1, isFlat: false, missing: null, warnings: [] };
}

test("a mesh stands where the middle of the shape before it was", () => {
  const { pair, power } = withMesh(PAIR, "b", tetrahedron(3));
  expect(power).toBe(0);
  // The centre of B was (1, 1, 1), rotated by half a turn around z, at (4, -1, 1).
  expect(pair.b).toEqual({ kind: "hull", vertices: tetrahedron(3).vertices, pose: { t: [2.5, -2.5, -0.5] } });
  expect(pair.a).toBe(PAIR.a);
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
  expect(pair.a).toEqual({ kind: "hull", vertices: tetrahedron(300 / 128).vertices, pose });
  expect(pair.b).toBe(PAIR.b);
  expect(noteOf("lid.obj", "a", tetrahedron(300), -7, true)).toBe("A is the hull of lid.obj: 4 corners. Its place relative to B is that of the files. All lengths are divided by 128.");
});

test("what is odd about a file is said", () => {
  const hull: MeshHull = { ...tetrahedron(1), corners: 1834, parts: 3, missing: 0.2346, warnings: ["3 bytes follow the last of 2 triangles"] };
  expect(noteOf("duck.stl", "a", hull, -10)).toBe(
    "A is the hull of duck.stl, its 3 parts together: 1,834 corners, of which the 4 are shown that stand out the farthest. " +
      "The mesh has dents: 23.5 % of the hull are not in it. All lengths are divided by 1,024. 3 bytes follow the last of 2 triangles.",
  );
  expect(noteOf("leaf.obj", "b", { ...tetrahedron(1), isFlat: true }, 0)).toBe("B is the hull of leaf.obj: 4 corners. All points of the file lie in a plane.");
});
