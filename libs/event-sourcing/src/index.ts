/** Event sourcing: streams of events, command handling, and upcasting of old event shapes. */
export * from './store.js';
export * from './log-pages.js';
export * from './upcast.js';
export * from './command-handler.js';
