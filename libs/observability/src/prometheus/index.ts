/**
 * Metrics as Prometheus scrapes them. Figures are read when they are asked for; one that cannot be read now, or not in
 * time, is left out of that scrape, and the others are told.
 */
export * from './registry.js';
export * from './serve.js';
