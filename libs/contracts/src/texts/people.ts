/** In place of the name of somebody who was erased. */
export const ERASED_PERSON = 'Erased person';

/** What a role is called. */
export const ROLE_TEXTS = {
  admin: 'SUPERADMIN',
  planner: 'Event organizer',
  driver: 'Driver',
  director: 'Clerk of course',
  viewer: 'Event official',
} as const;
