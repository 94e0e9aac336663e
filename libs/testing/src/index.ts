/**
 * What specs of several rooms need: virtual time, counted ids, recordings, a race. Imported by specs only, and by programs
 * that run their helpers outside jest: what needs jest has an entry point of its own, as `@flagpost/testing/given`.
 */
export * from './virtual-time.js';
export * from './until.js';
export * from './ids.js';
export * from './shared-data.js';
export * from './race-setup.js';
export * from './entry-lists.js';
