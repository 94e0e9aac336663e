/**
 * Access to MongoDB. Importing this entry loads the driver: a program that does not use MongoDB imports only the
 * configuration, from the library's main entry.
 */
export * from './connection.js';
export * from './indexes.js';
export * from './reaching.js';
export * from './writes.js';
