import type { AnyShape, GeometryLike, NumberArray, Pose, Vector } from '../types.js';

export type * from '../types.js';
export { default, initSync } from '../types.js';
export { castRay, castRays, castRaysAll, closestPoints, contains, distance, intersects, project, signedDistance } from '../types.js';

/** A shape in its own frame. Immutable. Sizes are whole: a box by its edges, a capsule by its length along z. */
export interface Shape extends AnyShape {
  scaled(factors: Vector | number): Shape;
  rounded(radius: number): Shape;
}
export declare const Shape: {
  prototype: Shape;
  sphere(radius: number): Shape;
  /** A box around the origin with these edge lengths. */
  box(size: Vector): Shape;
  capsule(radius: number, length: number): Shape;
  cylinder(radius: number, length: number): Shape;
  /** The apex is at `length / 2`, the base at `-length / 2`. */
  cone(radius: number, length: number): Shape;
  ellipsoid(radii: Vector): Shape;
  segment(start: Vector, end: Vector): Shape;
  triangle(a: Vector, b: Vector, c: Vector): Shape;
  /** All points p with n . p <= offset, where n is the unit vector along the normal. */
  halfSpace(normal: Vector, offset?: number): Shape;
  /** The convex hull of points, three numbers each. */
  hull(points: NumberArray): Shape;
  /** Ground over a grid: the height in a row and a column is z at x = column * cell[0], y = row * cell[1]. */
  heightField(heights: NumberArray, rows: number, columns: number, cell: Vector): Shape;
  /** Shapes that keep their places to each other. */
  compound(parts: readonly (readonly [AnyShape, Pose?])[]): Shape;
};

/** A surface of triangles, counterclockwise seen from the front, without an inside. */
export interface Mesh extends Shape {}
export declare const Mesh: {
  prototype: Mesh;
  /** Three numbers for each vertex, three indices for each triangle. */
  new (vertices: NumberArray, triangles: NumberArray): Mesh;
  /** Of a BufferGeometry of three.js. Triangles keep their numbers. */
  fromGeometry(geometry: GeometryLike): Mesh;
};

/** What a closed mesh encloses. Equal vertices are joined, and fronts turned. */
export interface Solid extends Shape {}
export declare const Solid: {
  prototype: Solid;
  new (vertices: NumberArray, triangles: NumberArray): Solid;
  fromGeometry(geometry: GeometryLike): Solid;
};

/** The mesh of a geometry of three.js, made once for each version of its positions and its index. */
export function meshOf(geometry: GeometryLike): Mesh;
/** A method for meshes of three.js: `THREE.Mesh.prototype.raycast = raycastOf(THREE)`. */
export function raycastOf(three: { Mesh: any; Vector2: any; Vector3: any }): (this: any, raycaster: any, intersects: any[]) => void;
