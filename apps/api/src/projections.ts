import type { Projection } from '@flagpost/read-models';
import { categoriesProjection } from './views/categories.projection.js';
import { circuitsProjection } from './views/circuits.projection.js';
import { invitationsProjection } from './views/invitations.projection.js';
import { eventsProjection } from './views/events.projection.js';
import { usersProjection } from './views/users.projection.js';
import { clubsProjection } from './views/clubs.projection.js';
import { licencesProjection } from './views/licences.projection.js';
import { alertsProjection } from './views/alerts.projection.js';
import { flagsProjection } from './views/flags.projection.js';
import { lapsProjection } from './views/laps.projection.js';
import { raceProjection } from './views/race.projection.js';
import { carReportsProjection } from './views/car-reports.projection.js';
import { stopsProjection } from './views/stops.projection.js';
import { notesProjection } from './views/notes.projection.js';
import { picturesProjection } from './views/pictures.projection.js';
import { checksProjection } from './views/checks.projection.js';
import { timersProjection } from './views/timers.projection.js';
import { routesProjection } from './views/routes.projection.js';
import { tracksProjection } from './views/tracks.projection.js';

/** Every view of the api. A new projection is a line here. */
export const projections: readonly Projection[] = [
  usersProjection,
  clubsProjection,
  licencesProjection,
  eventsProjection,
  routesProjection,
  tracksProjection,
  categoriesProjection,
  circuitsProjection,
  invitationsProjection,
  raceProjection,
  flagsProjection,
  alertsProjection,
  lapsProjection,
  timersProjection,
  notesProjection,
  picturesProjection,
  carReportsProjection,
  checksProjection,
  stopsProjection,
];
