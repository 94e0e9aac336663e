/** The rules of races and of everything around them: one pure decider per aggregate, and the events it emits. */
export * from './decider.js';
export * from './streams.js';
export * from './events.js';
export * from './car-flags.js';
export * from './car-orders.js';
export type { EventTimes } from './rules.js';
export * from './event.js';
export * from './route.js';
export * from './category.js';
export * from './circuit.js';
export * from './invitation.js';
export * from './race-control.js';
export * from './laps.js';
export * from './timers.js';
export * from './field-check.js';
export * from './club.js';
export * from './licence.js';
export * from './user.js';
