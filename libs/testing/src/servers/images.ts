import type { Component } from './server.js';

/** The images of the real servers and the port that each listens on inside; `docker-compose.yml` names the same. */
export const IMAGES: Readonly<Record<Component, { readonly image: string; readonly port: number }>> = {
  kafka: { image: 'apache/kafka:4.1.0', port: 9092 },
  mongo: { image: 'mongo:8', port: 27_017 },
  eventstore: { image: 'eventstore/eventstore:24.10', port: 2113 },
};
