/** What is stored and is no event: the port to records. Adapters have entries of their own. */
export * from './port.js';
export * from './history-pages.js';
export * from './hold-lease.js';
