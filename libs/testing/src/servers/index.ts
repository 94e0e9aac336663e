export type * from './server.js';
