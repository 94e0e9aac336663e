import type { RecordedEvent } from '@flagpost/event-sourcing';
import type { EventFields } from './event-fields.js';
import { fieldsOf } from './event-fields.js';

/** Increment when `keysOf` changes: the index is then made again from the log. */
export const KEYS_VERSION = 4;

export const personKey = (userId: number): string => `person:${userId}`;
export const kindKey = (type: string): string => `kind:${type}`;
export const streamKey = (stream: string): string => `stream:${stream}`;
export const raceKey = (eventId: number): string => `race:${eventId}`;
export const carKey = (invitationId: number): string => `car:${invitationId}`;
export const clubKey = (clubId: number): string => `club:${clubId}`;
/** Of one event, by its own id. */
export const idKey = (id: string): string => `id:${id}`;
export const causeKey = (correlationId: string): string => `cause:${correlationId}`;

const keysOfFields = ({ people, races, cars, clubs }: EventFields): string[] => [
  ...people.map(personKey),
  ...races.map(raceKey),
  ...cars.map(carKey),
  ...clubs.map(clubKey),
];

/** What an event, in its current shape, is found by. */
export const keysOf = (event: RecordedEvent): readonly string[] => [
  kindKey(event.type),
  streamKey(event.stream),
  idKey(event.meta.id),
  causeKey(event.meta.correlationId),
  ...keysOfFields(fieldsOf(event)),
];
