/** What crosses a wire, and every rule, limit, role and text that more than one side knows. Browser-safe. */
export * from './constants.js';
export * from './roles.js';
export * from './permissions.js';
export * from './flags.js';
export * from './geo.js';
export * from './live/topics.js';
export * from './live/socket.js';
export * from './wire/session.js';
export * from './wire/events.js';
export * from './wire/routes.js';
export * from './wire/competitors.js';
export * from './wire/race-control.js';
export * from './wire/places.js';
export * from './wire/settings.js';
export * from './texts/fields.js';
export * from './texts/answers.js';
export * from './texts/refusals.js';
