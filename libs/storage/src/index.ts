/**
 * SQLite files behind messages of plain data: the operations of a file run in threads of their own, or in the caller's.
 *
 * Writes that wait together share one transaction and one sync; a write resolves after that sync. Reads see every write
 * that has resolved. Adapters of ports are written over `StorageFile`, and hold whichever executor runs it.
 */
export { copyTogether, type FileCopy } from './copy-together.js';
export * from './definition.js';
export * from './errors.js';
export * from './file.js';
export { inlineStorage } from './inline.js';
export { workerStorage, type WorkerStorageOptions } from './worker/index.js';
