import type { AnyShape, NumberArray, Pose, Vector } from '../types.js';

export type * from '../types.js';
export { default, initSync } from '../types.js';
export {
  Scene, castRay, castRays, castRaysAll, castShape, clearance, closestPoints, contacts, contains, distance, intersects, penetration, project,
  signedDistance, within,
} from '../types.js';

/** A shape of the plane in its own frame. Immutable. Points are two numbers each. */
export interface Shape extends AnyShape {
  scaled(factors: Vector | number): Shape;
  rounded(radius: number): Shape;
}
export declare const Shape: {
  prototype: Shape;
  circle(radius: number): Shape;
  /** A box around the origin with these edge lengths. */
  box(size: Vector): Shape;
  ellipse(radii: Vector): Shape;
  /** All points within the radius of a segment. */
  capsule(start: Vector, end: Vector, radius: number): Shape;
  segment(start: Vector, end: Vector): Shape;
  /** A convex polygon; its corners in order. */
  polygon(points: NumberArray): Shape;
  hull(points: NumberArray): Shape;
  /** All points p with n . p <= offset, where n is the unit vector along the normal. */
  halfPlane(normal: Vector, offset?: number): Shape;
  /** Segments from each point to the next, without an inside. */
  chain(points: NumberArray, closed?: boolean): Shape;
  /** What closed outlines enclose. An outline in another one is a hole, one in a hole is filled, and so on. */
  region(outlines: readonly NumberArray[]): Shape;
  /** Shapes that keep their places to each other. */
  compound(parts: readonly (readonly [AnyShape, Pose?])[]): Shape;
};
