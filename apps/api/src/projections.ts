import type { Projection } from '@flagpost/read-models';
import { categoriesProjection } from './competitors/categories.projection.js';
import { invitationsProjection } from './competitors/invitations.projection.js';
import { eventsProjection } from './events/events.projection.js';
import { usersProjection } from './identity/users.projection.js';
import { clubsProjection } from './institutions/clubs.projection.js';
import { licencesProjection } from './licences/licences.projection.js';
import { alertsProjection } from './race-control/alerts.projection.js';
import { flagsProjection } from './race-control/flags.projection.js';
import { lapsProjection } from './race-control/laps.projection.js';
import { raceProjection } from './race-control/race.projection.js';
import { timersProjection } from './race-control/timers.projection.js';
import { routesProjection } from './venues/routes.projection.js';

/** Every view of the api. A new projection is a line here. */
export const projections: readonly Projection[] = [
  usersProjection,
  clubsProjection,
  licencesProjection,
  eventsProjection,
  routesProjection,
  categoriesProjection,
  invitationsProjection,
  raceProjection,
  flagsProjection,
  alertsProjection,
  lapsProjection,
  timersProjection,
];
