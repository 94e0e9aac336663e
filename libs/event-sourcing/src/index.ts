/** How decisions are kept: streams of events, the commands that add to them, and shapes that change over the years. */
export * from './store.js';
export * from './upcast.js';
export * from './command-handler.js';
