import { z } from 'zod';
import { ALL_CATEGORIES_ID, EVENT_YEARS, FINISH_RADIUS_M, LIMITS, SAFETY_CAR_DELAY_S } from '../constants.js';
import { FAULTS, type FieldCode } from '../texts/fields.js';
import { countryId, ifMissing, instant, requiredNumber } from './required.js';
import { requiredLine as required } from './text.js';

/** Events, as the calls of specification 001 section 7 name them. Times are ISO 8601 UTC. */

const isInYears = (time: string): boolean => {
  const year = new Date(time).getUTCFullYear();
  return year >= EVENT_YEARS.min && year <= EVENT_YEARS.max;
};
/** `EVENT_YEARS` as a pattern, for the description of the api. */
const YEARS = /^(20\d{2}|2100)-/;
const eventTime = (missing: FieldCode, example: string) =>
  instant(missing).refine(isInYears, FAULTS.eventYear).meta({ pattern: YEARS.source, example });
const start = eventTime(FAULTS.start, '2026-06-06T08:00:00Z');
const finish = eventTime(FAULTS.finish, '2026-06-06T18:00:00Z');
const isInOrder = ({ Start, Finish }: { Start: string; Finish: string }): boolean =>
  !(Date.parse(Finish) <= Date.parse(Start));
const FINISH_AFTER_START = { path: ['Finish'], message: FAULTS.finishAfterStart };
const id = z.number().int().positive();

/** Body of POST /events/ and PUT /events/{id}. `CluId` counts for administrators; others write for their own club. */
export const eventRequest = z
  .object({
    EplId: id.nullish(),
    VieId: id.nullish(),
    StsId: z.number().int().nullish(),
    Name: required(LIMITS.name, FAULTS.name),
    Start: start,
    Finish: finish,
    CluId: z.number().int().nonnegative().nullish(),
    CouId: countryId,
    State: required(LIMITS.place, FAULTS.state),
    City: required(LIMITS.place, FAULTS.city),
    CircuitName: required(LIMITS.name, FAULTS.circuitName),
    Categories: z
      .array(
        id.refine((category) => category !== ALL_CATEGORIES_ID),
        { error: ifMissing(FAULTS.categories) },
      )
      .min(1, FAULTS.categories)
      .max(LIMITS.eventCategories),
    Radius: requiredNumber(FAULTS.finishRadius)
      .min(FINISH_RADIUS_M.min, FAULTS.finishRadiusRange)
      .max(FINISH_RADIUS_M.max, FAULTS.finishRadiusRange)
      .default(FINISH_RADIUS_M.default),
    SafetyCarDelay: requiredNumber(FAULTS.number)
      .int(FAULTS.safetyCarDelay)
      .min(SAFETY_CAR_DELAY_S.min, FAULTS.safetyCarDelay)
      .max(SAFETY_CAR_DELAY_S.max, FAULTS.safetyCarDelay)
      .default(SAFETY_CAR_DELAY_S.default),
  })
  .refine(isInOrder, FINISH_AFTER_START);
export type EventRequest = z.infer<typeof eventRequest>;

/** Body of PUT /events/postpone/{id}. `Reason` is mailed to the competitors who accepted. */
export const postponeRequest = z
  .object({ Start: start, Finish: finish, Reason: required(LIMITS.reason, FAULTS.reason) })
  .refine(isInOrder, FINISH_AFTER_START);
export type PostponeRequest = z.infer<typeof postponeRequest>;

/** POST /events/, PUT /events/{id}, PUT /events/publish/{id} and PUT /events/postpone/{id} */
export interface EventAnswer {
  eveId: number;
  eveName: string;
  stsId: number;
}

export type Schedule = 'up' | 'curr' | 'past';

export const isPast = (event: { readonly finishesAt: number }, now: number): boolean =>
  now > event.finishesAt;

export const scheduleOf = (event: { startsAt: number; finishesAt: number }, now: number): Schedule =>
  now < event.startsAt ? 'up' : isPast(event, now) ? 'past' : 'curr';

/** GET /events/ */
export interface EventRow {
  EventId: number;
  Name: string;
  Start: string;
  Finish: string;
  ClubId: number;
  ClubName: string;
  Localization: string;
  Country: string;
  Invited: number;
  Authorized: number;
  Schedules: Schedule;
  State: number;
  CircuitName: string;
}

/** GET /events/{id} */
export interface EventDetail {
  eveId: number;
  eplId: number | null;
  vieId: number | null;
  stsId: number;
  eveName: string;
  eveStart: string;
  eveFinish: string;
  cluId: number;
  cluName: string;
  cluAddress: string | null;
  cluLatitude: string | null;
  cluLongitude: string | null;
  couId: number;
  couName: string;
  eveState: string;
  eveCity: string;
  eveCircuitName: string;
  /** Ours: where the circuit of the club that has this name is; null if there is none, or nobody has said where. */
  cirLat: number | null;
  cirLong: number | null;
  categories: number[];
  eveGeoRadius: number;
  eveSafetyCarDelay: number;
  traId: number | null;
  eveUpddate: string;
  eveDeleted: boolean;
  eveUpdUserId: number | null;
  past: boolean;
}

/** GET /events/liveNow/{clubId}: published events that run now. */
export interface LiveNowItem {
  EventId: number;
  EventName: string;
  InstitutionName: string;
  /** Authorised competitors. */
  Competitors: number;
  Inviteds: number;
  /** Names of the categories that run, comma-separated. */
  CurrentlyRunning: string;
}

/** GET /events/flags/{id}, newest first. */
export interface FlagRow {
  FlagId: number;
  StateId: number;
  Message: string;
  /** Empty: every authorised car, also those authorised later. */
  InvitationsSelected: number[];
  SectorId: number | null;
  SectorImg: string | null;
  SanctionedDriver: number | null;
  SentAt: string;
  SentBy: { Id: number; Name: string };
  Confirmed: { InvitationId: number; ConfirmedAt: string }[];
  /** When the flags in force were cleared after this one, null while they are not. */
  ClearedAt: string | null;
}

/** GET /events/alerts/{id}, newest first. */
export interface AlertRow {
  AlertId: number;
  AlertType: number;
  InvitationId: number;
  CarNumber: string;
  Pilot: string;
  RaisedAt: string;
  AcknowledgedAt: string | null;
  AcknowledgedBy: { Id: number; Name: string } | null;
  ClearedAt: string | null;
}

/** GET /events/categories/{id} and GET /driverCategories/IdDescriptionByEvent/{id}. */
export interface CategoryOption {
  Id: number;
  Description: string;
  selected: boolean;
}

/** GET /events/laps/{id}, in order of crossing. */
export interface LapRow {
  InvitationId: number;
  CarNumber: string;
  LapEpoch: number;
  Lap: number;
  /** Null for a finish without a start. */
  lapTimeMs: number | null;
  crossedAt: string;
}
