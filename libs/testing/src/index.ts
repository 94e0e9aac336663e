/** What specs of several rooms need: virtual time, counted ids, given/when/then, recordings, a race. Imported by specs only. */
export * from './virtual-time.js';
export * from './until.js';
export * from './ids.js';
export * from './shared-data.js';
export * from './given.js';
export * from './race-setup.js';
export * from './entry-lists.js';
