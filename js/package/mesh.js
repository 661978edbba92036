// `clearance/mesh`: rays, points, distances and intersections of meshes.

import './methods.js';

export { default, initSync } from './memory.js';
export { Mesh, Shape, Solid } from './shape.js';
export { closestPoints, distance, intersects } from './pairs.js';
export { castRay, castRays, castRaysAll, contains, project, signedDistance } from './probes.js';
export { meshOf, raycastOf } from './three.js';
