import { z } from 'zod';
import { ALL_CATEGORIES_ID, EVENT_CATEGORIES_MAX, EVENT_YEARS, SAFETY_CAR_DELAY_S } from '../events.js';
import type { FlagCode } from '../flags.js';
import { LIMITS } from '../limits.js';
import { FINISH_RADIUS_M } from '../track.js';
import type { NeededToAuthorize, ReadyLine, ReadyState } from '../ready-to-race.js';
import { FAULTS, type FieldCode } from '../texts/fields.js';
import { isTimeZone } from '../zones.js';
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
const categories = z
  .array(
    id.refine((category) => category !== ALL_CATEGORIES_ID),
    { error: ifMissing(FAULTS.categories) },
  )
  .min(1, FAULTS.categories)
  .max(EVENT_CATEGORIES_MAX);
/**
 * The IANA time zone of the track. If left out: that of the event, if its country is unchanged, else that of its
 * country if all clocks are the same there; required otherwise.
 */
const timeZone = z
  .string()
  .min(1, FAULTS.timeZone)
  .max(LIMITS.timeZone)
  .refine(isTimeZone, FAULTS.timeZoneUnknown)
  .meta({ example: 'Europe/Rome' })
  .nullish();

/**
 * Body of POST /events/ and PUT /events/{id}. `CluId` counts for administrators; others write for their own club. `revision`
 * counts for PUT: the one that the sender has read. If the event was changed since, it is refused; left out, the last one wins.
 */
export const eventRequest = z
  .object({
    EplId: id.nullish(),
    VieId: id.nullish(),
    StsId: z.number().int().nullish(),
    Name: required(LIMITS.name, FAULTS.name),
    Start: start,
    Finish: finish,
    TimeZone: timeZone,
    CluId: z.number().int().nonnegative().nullish(),
    CouId: countryId,
    State: required(LIMITS.place, FAULTS.state),
    City: required(LIMITS.place, FAULTS.city),
    CircuitName: required(LIMITS.name, FAULTS.circuitName),
    Categories: categories,
    Radius: requiredNumber(FAULTS.finishRadius)
      .refine((radius) => radius !== 0, FAULTS.finishRadius)
      .min(FINISH_RADIUS_M.min, FAULTS.finishRadiusRange)
      .max(FINISH_RADIUS_M.max, FAULTS.finishRadiusRange)
      .default(FINISH_RADIUS_M.default),
    SafetyCarDelay: requiredNumber(FAULTS.safetyCarDelay)
      .int(FAULTS.safetyCarDelay)
      .min(SAFETY_CAR_DELAY_S.min, FAULTS.safetyCarDelay)
      .max(SAFETY_CAR_DELAY_S.max, FAULTS.safetyCarDelay)
      .default(SAFETY_CAR_DELAY_S.default),
    revision: z.number().int().nonnegative().optional(),
  })
  .refine(isInOrder, FINISH_AFTER_START);
export type EventRequest = z.infer<typeof eventRequest>;

/** Body of PUT /events/postpone/{id}. `Reason` is mailed to the competitors who accepted. */
export const postponeRequest = z
  .object({ Start: start, Finish: finish, Reason: required(LIMITS.reason, FAULTS.reason) })
  .refine(isInOrder, FINISH_AFTER_START);
export type PostponeRequest = z.infer<typeof postponeRequest>;

/**
 * Body of POST /events/copy/{id}: a draft of the same institution, with everything that its form asks for. Left out:
 * `Finish`, the same time of day as many days after the start; `Categories`, those of the event.
 */
export const copyRequest = z
  .object({
    Name: required(LIMITS.name, FAULTS.name),
    Start: start,
    Finish: finish.nullish(),
    TimeZone: timeZone,
    Categories: categories.nullish(),
    /** The track with its start, finish and boxes, and the map's position. */
    Route: z.boolean().default(false),
    Pois: z.boolean().default(false),
    /** Of the track: nothing without it. */
    Sectors: z.boolean().default(false),
    /** With their lines, at other times as the event itself. */
    Stages: z.boolean().default(false),
    /** With their cars, neither sent nor authorised; without a category if the copy does not have theirs. */
    Competitors: z.boolean().default(false),
  })
  .refine(({ Start, Finish }) => Finish == null || isInOrder({ Start, Finish }), FINISH_AFTER_START)
  .refine(({ Route, Sectors }) => Route || !Sectors, { path: ['Sectors'], message: FAULTS.sectorsNeedTrack });
export type CopyRequest = z.infer<typeof copyRequest>;

/** Tabs of the list of events. `current`: upcoming ones, and unpublished ones that should run now. */
export const EVENT_TABS = ['current', 'past'] as const;
export type EventTab = (typeof EVENT_TABS)[number];
/** Fields of a row by which the server sorts. */
export const EVENT_SORTS = [
  'Name',
  'ClubName',
  'Start',
  'Finish',
  'Localization',
  'Country',
  'Invited',
  'Authorized',
  'State',
  'CircuitName',
] as const satisfies readonly (keyof EventRow)[];
export type EventSort = (typeof EVENT_SORTS)[number];

const wholeNumber = (text: z.ZodString) => text.transform(Number);
/**
 * Query of GET /events/ and GET /events/byClub/{id}; a parameter left out selects everything, in order of start.
 * `first` counts from 0. The number of rows that there are without `first` and `rows` is in the header
 * `TOTAL_COUNT_HEADER`.
 */
export const eventsQuery = z.object({
  tab: z.enum(EVENT_TABS).optional(),
  /** Searched in name, institution, place, country and circuit name, ignoring case and accents. */
  search: z.string().trim().max(LIMITS.search).optional(),
  sort: z.enum(EVENT_SORTS).default('Start'),
  order: z.enum(['asc', 'desc']).default('asc'),
  first: wholeNumber(z.string().regex(/^\d{1,9}$/, FAULTS.number)).default(0),
  rows: wholeNumber(z.string().regex(/^([1-9]\d?|100)$/, FAULTS.rows)).optional(),
});
export type EventsQuery = z.input<typeof eventsQuery>;

/** POST /events/, PUT /events/{id}, PUT /events/publish/{id} and PUT /events/postpone/{id} */
export interface EventAnswer {
  eveId: number;
  eveName: string;
  stsId: number;
}

/** POST /events/copy/{id} */
export interface CopyAnswer extends EventAnswer {
  /** Competitors of the original who were deleted from their institution: they are not copied. */
  leftOut: number;
}

/** DELETE /events/{id} */
export interface DeletedEventAnswer {
  eveId: number;
  eveName: string;
}

/** Still to come, running, or over. */
export type Schedule = 'up' | 'curr' | 'past';

/** Whether the event is over. Times in epoch ms, here and below. */
export const isPast = (event: { readonly finishesAt: number }, now: number): boolean =>
  now > event.finishesAt;

export const scheduleOf = (event: { startsAt: number; finishesAt: number }, now: number): Schedule =>
  now < event.startsAt ? 'up' : isPast(event, now) ? 'past' : 'curr';

/** GET /events/ and GET /events/byClub/{id} */
export interface EventRow {
  EventId: number;
  Name: string;
  Start: string;
  Finish: string;
  /** Ours: the IANA time zone of the track. */
  TimeZone: string;
  ClubId: number;
  ClubName: string;
  Localization: string;
  Country: string;
  Invited: number;
  Authorized: number;
  Schedules: Schedule;
  State: number;
  CircuitName: string;
  /** Ours: the worst state in GET /events/ready/{id}; null of a past event. */
  Ready: ReadyState | null;
}

/** GET /events/{id} and GET /events/withClub/{id} */
export interface EventDetail {
  eveId: number;
  eplId: number | null;
  vieId: number | null;
  stsId: number;
  eveName: string;
  eveStart: string;
  eveFinish: string;
  /** Ours: the IANA time zone of the track. */
  eveTimeZone: string;
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
  /** Ours: location of the club's circuit with this name; null if there is no such circuit or it has no location. */
  cirLat: number | null;
  cirLong: number | null;
  categories: number[];
  eveGeoRadius: number;
  eveSafetyCarDelay: number;
  traId: number | null;
  eveUpddate: string;
  eveDeleted: boolean;
  eveUpdUserId: number | null;
  /** Ours: the name of that user; null if there is none. */
  eveUpdUserName: string | null;
  /** Ours: rises when somebody edits or postpones the event. */
  revision: number;
  past: boolean;
  /** Ours: whether competitors are entered; its institution stays then. */
  hasCompetitors: boolean;
  /** Ours: whether a race of it was recorded, so a flag, an alert or a lap. */
  hasRaces: boolean;
}

/** GET /events/ready/{id}: the obstacles to starting the event, and the effects of publishing it. */
export interface ReadyAnswer {
  state: ReadyState;
  lines: ReadyLine[];
  /** Competitors that cannot be authorised yet, by car number. */
  lacking: { InvitationId: number; CarNumber: string | null; Name: string; lacks: NeededToAuthorize[] }[];
  publishing: Publishing;
}

/** Data that becomes visible to competitors when an event is published, and the competitors who are invited. */
export interface Publishing {
  /** Invitations that are not sent yet. */
  Invitations: number;
  Categories: number;
  Competitors: number;
  /** Whether a track is drawn. */
  Track: boolean;
  Pois: number;
  Sectors: number;
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
  /** The track's flag in force for all cars; null if there is none. */
  TrackFlag: FlagCode | null;
  /** Of the newest sending of that flag, by authorised cars; 0 without a flag, `FlagNotReachable` also while it is not known. */
  FlagConfirmed: number;
  FlagNotYet: number;
  FlagNotReachable: number;
  /** Cars with an SOS that is open, or that nobody has acknowledged. */
  Sos: number;
  /** Authorised cars that are silent. */
  Offline: number;
  Stopped: number;
}
