// Questions about one shape as methods of it.

import * as probes from './probes.js';
import { Shape } from './shape.js';

const methods = {
  castRay(pose, origin, direction, tmax, options) {
    return probes.castRay(this, pose, origin, direction, tmax, options);
  },
  castRays(pose, rays, tmax, out, options) {
    return probes.castRays(this, pose, rays, tmax, out, options);
  },
  castRaysAll(pose, rays, tmax, options) {
    return probes.castRaysAll(this, pose, rays, tmax, options);
  },
  contains(points, pose, out) {
    return probes.contains(this, points, pose, out);
  },
  signedDistance(points, pose, out) {
    return probes.signedDistance(this, points, pose, out);
  },
  project(points, pose, out) {
    return probes.project(this, points, pose, out);
  },
};

for (const [name, value] of Object.entries(methods)) {
  Object.defineProperty(Shape.prototype, name, { value, configurable: true, writable: true });
}
