import type { RecordedEvent } from '@flagpost/event-sourcing';

/** Whom and what an event names, each once. */
export interface EventFields {
  /** Who did it, and everybody whom a field of it names. */
  readonly people: readonly number[];
  /** Ids of events at the track. */
  readonly races: readonly number[];
  /** Ids of competitors. */
  readonly cars: readonly number[];
  /** The club of who did it, and the one that it is about. */
  readonly clubs: readonly number[];
}

type Data = Readonly<Record<string, unknown>>;

/** Fields whose value is the id of a person. */
export const PERSON_FIELDS = [
  'by',
  'setBy',
  'userId',
  'driverId',
  'codriverId',
  'plannerId',
  'viewerId',
  'contactId',
] as const;

const idsIn = (...values: readonly unknown[]): readonly number[] => [
  ...new Set(values.flat().filter((value) => typeof value === 'number' && value > 0) as number[]),
];

/** The streams that are about one event at the track, or one competitor; their names end with its id. */
const RACE_STREAM = /^(?:event|route|control|timers|exports)-(\d+)$/;
const CAR_STREAM = /^(?:invitation|laps)-(\d+)$/;
const idOf = (pattern: RegExp, stream: string): number => Number(pattern.exec(stream)?.[1] ?? 0);

export const fieldsOf = ({
  stream,
  data,
  meta,
}: Pick<RecordedEvent, 'stream' | 'data' | 'meta'>): EventFields => {
  const fields = (data ?? {}) as Data;
  const { eventId, invitationId, invitationIds, receivers, clubId, flag } = fields;
  const withdrawn = ((flag ?? {}) as Data)['receivers'];
  return {
    people: idsIn(
      meta.actorId,
      PERSON_FIELDS.map((field) => fields[field]),
    ),
    races: idsIn(eventId, idOf(RACE_STREAM, stream)),
    cars: idsIn(invitationId, invitationIds, receivers, withdrawn, idOf(CAR_STREAM, stream)),
    clubs: idsIn(meta.clubId, clubId),
  };
};
