/** Metrics for Prometheus. Values are read at each scrape; one that cannot be read in time is left out of that scrape. */
export * from './registry.js';
export * from './serve.js';
