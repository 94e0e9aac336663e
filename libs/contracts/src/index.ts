/** What crosses a wire, and every rule, limit, role and text that more than one side knows. Browser-safe. */
export * from './constants.js';
export * from './roles.js';
export * from './permissions.js';
export * from './flags.js';
export * from './geo.js';
export * from './live/topics.js';
