/**
 * Shared test support: virtual time, sequential ids, recordings, a race. Imported by specs, and by programs that run test
 * helpers outside jest: helpers that need jest have an entry of their own, such as `@flagpost/testing/given`.
 */
export * from './virtual-time.js';
export * from './until.js';
export * from './ids.js';
export * from './certificate.js';
export * from './shared-data.js';
export * from './race-setup.js';
export * from './empty-race.js';
export * from './live-car.js';
export * from './entry-lists.js';
