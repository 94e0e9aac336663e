/** How a running program is seen from outside: what is measured under which name, and the traces of what it did. */
export * from './metric.js';
export * from './catalogue.js';
export * from './metrics.js';
export * from './tracing.js';
export * from './config.js';
