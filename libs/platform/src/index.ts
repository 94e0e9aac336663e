/** What every server program needs from its machine: time, randomness, configuration, logs, health. */
export * from './time.js';
export * from './ids.js';
export * from './digest.js';
export * from './config.js';
export * from './logging.js';
export * from './health.js';
export * from './data-folder.js';
export { FolderRefused, makeFolder } from './folders.js';
export { makeFilesPrivate } from './private-files.js';
export { secretsFile, type SecretsFile } from './secrets-file.js';
export * from './program.js';
export * from './service-unavailable.js';
export * from './mongo/config.js';
export * from './coalesce.js';
export * from './listen.js';
export * from './slow-bodies.js';
export * from './mutex.js';
export * from './with-timeout.js';
