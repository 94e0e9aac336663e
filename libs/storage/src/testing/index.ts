/** Storage for the specs of adapters. */
export { heldStorage, type HeldStorage } from './held.js';
export { threads } from './threads.js';
