import { may, type Actor, type AuditRow } from '@flagpost/contracts';
import { isoOf, isoOrNull } from '../http/times.js';
import { clubReads } from '../views/clubs.projection.js';
import { eventReads } from '../views/events.projection.js';
import { peopleOf, personOrNull } from '../views/person-names.js';
import { raceReads } from '../views/race.projection.js';
import type { ApiDependencies } from '../dependencies.js';
import { idKey } from './event-keys.js';
import { fieldsOf } from './event-fields.js';
import { searchLog, type NumberedEvent } from './search.js';

type Reads = Pick<ApiDependencies, 'store' | 'eventIndex' | 'readModels' | 'records'>;

/** The event that this one followed from; null for a command or a fact of the race. */
const causeOf = async (
  reads: Reads,
  actor: Actor,
  { number, event }: NumberedEvent,
): Promise<AuditRow['After']> => {
  const { causationId, correlationId, command } = event.meta;
  if (causationId === null || causationId === correlationId || causationId === command?.id) return null;
  // A cause was recorded before, mostly shortly before.
  const query = { keys: [idKey(causationId)], from: null, until: null, below: number, limit: 1 };
  const [cause] = (await searchLog(reads, actor, query)).found;
  return cause === undefined ? null : { Number: cause.number, Kind: cause.event.type };
};

/** With the names of today. */
export const auditRows = async (
  reads: Reads,
  actor: Actor,
  events: readonly NumberedEvent[],
): Promise<AuditRow[]> => {
  const fields = events.map(({ event }) => fieldsOf(event));
  const raceIds = [...new Set(fields.flatMap(({ races }) => races.slice(0, 1)))];
  const carIds = [...new Set(fields.flatMap(({ cars }) => cars.slice(0, 1)))];
  const clubIds = events.flatMap(({ event }) => {
    const { clubId } = event.meta;
    return clubId !== null && may(actor, 'clubs.read', { clubId }) ? [{ clubId }] : [];
  });
  const [people, races, cars, clubNames, causes] = await Promise.all([
    peopleOf(
      reads,
      events.map(({ event }) => event.meta.actorId),
    ),
    eventReads(reads.readModels).getMany(raceIds),
    raceReads(reads.readModels).carsOf(carIds),
    clubReads(reads.readModels).namesOf(clubIds),
    Promise.all(events.map((each) => causeOf(reads, actor, each))),
  ]);
  const raceNames = new Map(races.map(({ eventId, name }) => [eventId, name]));
  const carNumbers = new Map(cars.map(({ invitationId, carNumber }) => [invitationId, carNumber ?? '']));
  return events.map(({ number, event }, index): AuditRow => {
    const { type, stream, revision, recordedAt, occurredAt, meta } = event;
    const { races: [race] = [], cars: [car, ...others] = [] } = fields[index] ?? {};
    const { actorId } = meta;
    return {
      Number: number,
      Kind: type,
      Stream: stream,
      Revision: revision,
      RecordedAt: isoOf(recordedAt),
      OccurredAt: isoOrNull(occurredAt ?? null),
      By: personOrNull(people, actorId),
      As: [...meta.actorRoles],
      Club: meta.clubId === null ? null : { Id: meta.clubId, Name: clubNames.get(meta.clubId) ?? '' },
      Command: meta.command?.name ?? null,
      After: causes[index] ?? null,
      Race: race === undefined ? null : { Id: race, Name: raceNames.get(race) ?? '' },
      Car: car === undefined ? null : { Id: car, Number: carNumbers.get(car) ?? '', Others: others.length },
    };
  });
};
