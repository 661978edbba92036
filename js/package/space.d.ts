export { default } from '../mesh/index.js';
export * from '../mesh/index.js';
export { Scene, castShape, clearance, contacts, penetration, within } from '../types.js';
