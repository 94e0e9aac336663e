/** Observability of a running program: metrics and traces. */
export * from './metric.js';
export * from './catalogue.js';
export * from './metrics.js';
export * from './tracing.js';
export * from './config.js';
