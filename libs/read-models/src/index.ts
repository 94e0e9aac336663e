/** What the log is folded into for reading: views, the projections that write them, and reactions that act outside. */
export * from './port.js';
export * from './projection.js';
export * from './projector.js';
export * from './rebuild.js';
export * from './reactions.js';
export * from './digest.js';
export * from './filter.js';
export * from './indexed.js';
