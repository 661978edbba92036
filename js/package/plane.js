// `clearance/2d`: all questions in the plane.

import './methods.js';

export { default, initSync } from './memory.js';
export { Shape } from './shape.js';
export { closestPoints, distance, intersects } from './pairs.js';
export { clearance, penetration, within } from './depths.js';
export { castShape, contacts } from './moves.js';
export { castRay, castRays, castRaysAll, contains, project, signedDistance } from './probes.js';
export { Scene } from './scene.js';
