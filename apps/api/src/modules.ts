import type { Type } from '@nestjs/common';
import { AuditModule } from './audit/audit.module.js';
import { ClientReportsModule } from './client-reports/client-reports.module.js';
import { CompetitorsModule } from './competitors/competitors.module.js';
import { EventsModule } from './events/events.module.js';
import { HealthModule } from './health/health.module.js';
import { HistoryModule } from './history/history.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { InstitutionsModule } from './institutions/institutions.module.js';
import { LicencesModule } from './licences/licences.module.js';
import { PushModule } from './push/push.module.js';
import { LiveModule } from './live/live.module.js';
import { RaceControlModule } from './race-control/race-control.module.js';
import { VenuesModule } from './venues/venues.module.js';

/** The module of each bounded context, first what a race calls most: a path is compared with all routes before its own. */
export const modules: readonly Type[] = [
  RaceControlModule,
  LiveModule,
  IdentityModule,
  InstitutionsModule,
  LicencesModule,
  EventsModule,
  VenuesModule,
  CompetitorsModule,
  HistoryModule,
  AuditModule,
  HealthModule,
  ClientReportsModule,
  PushModule,
];
