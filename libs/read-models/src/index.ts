/** Views that are built from the event log: read models, the projections that write them, and reactions to events. */
export * from './port.js';
export * from './projection.js';
export * from './projector.js';
export * from './rebuild.js';
export * from './reactions.js';
export * from './digest.js';
export * from './filter.js';
export * from './event-index/port.js';
export * from './event-index/indexing.js';
