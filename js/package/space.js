// `clearance`: all questions in space. `clearance/f64` is the same in double precision.

export { default } from './mesh.js';
export * from './mesh.js';
export { clearance, penetration, within } from './depths.js';
export { castShape, contacts } from './moves.js';
export { Scene } from './scene.js';
