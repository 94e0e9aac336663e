/**
 * Deterministic faults: processes, servers and the network between them on a virtual clock and one seed, so that
 * programs crash, sleep, lose answers and partitions in the same way every time a seed is run.
 */
export * from './random.js';
export * from './world.js';
export * from './process.js';
export * from './remote.js';
export * from './broker.js';
export * from './topics.js';
export * from './events.js';
export * from './cluster.js';
export * from './faults.js';
export * from './ask.js';
export * from './seeds.js';
export * from './seeds-program.js';
