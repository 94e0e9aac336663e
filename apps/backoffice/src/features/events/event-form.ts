import {
  copyRequest,
  eventRequest,
  FAULTS,
  FINISH_RADIUS_M,
  instantsOf,
  isTimeZone,
  localTimeAt,
  postponeRequest,
  SAFETY_CAR_DELAY_S,
  type CopyRequest,
  type EventDetail,
  type EventRequest,
} from '@flagpost/contracts';
import { z } from 'zod';

/**
 * The input of an event. Times are those that the clocks at the track show, as in 2026-06-06T08:00; the requests carry
 * instants. The rules are those of the requests, which the server checks too.
 */

/** To the minute, as people enter it. */
const MINUTES = 'yyyy-mm-ddThh:mm'.length;

/** An instant as a field shows it; empty for none, and if the zone is not known yet. */
export const localField = (iso: string | undefined, zone: string): string =>
  iso === undefined || !isTimeZone(zone) ? '' : localTimeAt(Date.parse(iso), zone).slice(0, MINUTES);

/** A time that is typed, and the one that is stored. */
interface Typed {
  readonly local: string;
  readonly zone: string;
  readonly stored: string | undefined;
  readonly storedZone: string | undefined;
}

/**
 * The instants at which the clocks at the track show the typed time. For an unchanged field it is the one that is
 * stored: its seconds stay, and so does the later one of two.
 */
export const typedInstants = ({ local, zone, stored, storedZone }: Typed): readonly string[] => {
  if (stored !== undefined && zone === storedZone && local === localField(stored, zone)) return [stored];
  return isTimeZone(zone) ? instantsOf(local, zone).map((at) => new Date(at).toISOString()) : [];
};

export type EventForm = Omit<z.input<typeof eventRequest>, 'TimeZone'> & { TimeZone: string };

export const formOf = (event: EventDetail | null, clubId: number | null): EventForm => ({
  EplId: event?.eplId ?? null,
  VieId: event?.vieId ?? null,
  Name: event?.eveName ?? '',
  CluId: event?.cluId ?? clubId ?? Number.NaN,
  CouId: event?.couId ?? Number.NaN,
  State: event?.eveState ?? '',
  City: event?.eveCity ?? '',
  CircuitName: event?.eveCircuitName ?? '',
  Categories: event?.categories ?? [],
  TimeZone: event?.eveTimeZone ?? '',
  Start: event === null ? '' : localField(event.eveStart, event.eveTimeZone),
  Finish: event === null ? '' : localField(event.eveFinish, event.eveTimeZone),
  Radius: event?.eveGeoRadius ?? FINISH_RADIUS_M.default,
  SafetyCarDelay: event?.eveSafetyCarDelay ?? SAFETY_CAR_DELAY_S.default,
});

interface Times {
  readonly Start: string;
  readonly Finish: string;
}

/** The typed times as instants. A time that no clock shows is a fault of its field. */
const timesOf = (typed: Times, zone: string, event: EventDetail | null, context: z.RefinementCtx): Times => {
  const instant = (field: keyof Times, stored: string | undefined): string => {
    const local = typed[field];
    if (local === '' || !isTimeZone(zone)) return '';
    const [first] = typedInstants({ local, zone, stored, storedZone: event?.eveTimeZone });
    if (first === undefined) {
      const isTime = !Number.isNaN(Date.parse(`${local}Z`));
      context.addIssue({ code: 'custom', path: [field], message: isTime ? FAULTS.timeSkipped : FAULTS.time });
    }
    return first ?? '';
  };
  return { Start: instant('Start', event?.eveStart), Finish: instant('Finish', event?.eveFinish) };
};

/** Somebody chooses the zone and, of administrators, the institution: the server takes them from elsewhere if they are not sent. */
const ownRequest = eventRequest.safeExtend({ TimeZone: z.string().min(1, FAULTS.timeZone) });
const anyRequest = ownRequest.safeExtend({
  CluId: z.number(FAULTS.institution).int().positive(FAULTS.institution),
});

/** @param asksInstitution of administrators; of others it is their own */
export const eventForm = (
  event: EventDetail | null,
  asksInstitution: boolean,
): z.ZodType<EventRequest, EventForm> =>
  z
    .custom<EventForm>()
    .transform((typed, context) => ({ ...typed, ...timesOf(typed, typed.TimeZone, event, context) }))
    .pipe((asksInstitution ? anyRequest : ownRequest) as z.ZodType<EventRequest, EventForm>);

/** Another start and finish of an event, by the clocks at its track. */
export const postponeForm = (event: EventDetail) =>
  z
    .custom<z.input<typeof postponeRequest>>()
    .transform((typed, context) => ({ ...typed, ...timesOf(typed, event.eveTimeZone, event, context) }))
    .pipe(postponeRequest);

export type CopyValues = Omit<z.input<typeof copyRequest>, 'Finish' | 'TimeZone'> & { Finish: string };
/** A copy of an event, by the clocks at its track. */
export const copyForm = (event: EventDetail): z.ZodType<CopyRequest, CopyValues> =>
  z
    .custom<CopyValues>()
    .transform((typed, context) => ({ ...typed, ...timesOf(typed, event.eveTimeZone, event, context) }))
    .pipe(copyRequest as z.ZodType<CopyRequest, CopyValues>);
