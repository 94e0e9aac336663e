/** The journal of a race: history of format 2, and what can be computed from it. Not for browsers: it is large for what they need. */
export * from './input-rows.js';
export * from './journal.js';
export { isOneBlock } from './parts.js';
export * from './notes.js';
export * from './in-order.js';
export * from './recompute.js';
export * from './history-codec.js';
export { isCompact, type InputsOf } from './sightings-format.js';
export * from './compact-sightings.js';
export * from './open-sightings.js';
