/**
 * The way to MongoDB, for the parts that keep something in it. It loads the driver: who keeps nothing there imports the
 * configuration alone, from the library's entry.
 */
export * from './connection.js';
export * from './indexes.js';
export * from './reaching.js';
export * from './writes.js';
