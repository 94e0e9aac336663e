/** Messaging between programs: the port to topics. Adapters have entries of their own. */
export * from './port.js';
export * from './dead-letters.js';
