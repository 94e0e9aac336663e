/** One process with everything in it: the composition root of the embedded installation. */
export { startStandalone, type Standalone, type StandaloneParts } from './standalone.js';
export { MOVE_CHECKPOINT } from './move/progress.js';
export { standaloneConfig, type StandaloneConfig } from './config.js';
