/** Events: their states, and the limits of their fields. */

export const PUBLISHED_STATE_ID = 402;

/** An event that exists but has not been published. */
export const DRAFT_STATE_ID = 401;

/** In `categoryIds` this means every category; it is never issued as an id. */
export const ALL_CATEGORIES_ID = 999;

/** Years in which an event may start and finish, UTC. */
export const EVENT_YEARS = { min: 2000, max: 2100 } as const;

export const SAFETY_CAR_DELAY_S = { min: 0, max: 7, default: 7 } as const;

/** ISO 3166-1, numeric: country of the demo and of the races in tests. */
export const ITALY = 380;

/** Categories of one event. */
export const EVENT_CATEGORIES_MAX = 200;
