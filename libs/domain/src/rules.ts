import { isPast, keysOf, type LatLng, type RefusalCode } from '@flagpost/contracts';
import { refuse } from './decider.js';

/** Facts about the event that rules need and that are not in the aggregate's own stream. Epoch ms. */
export interface EventTimes {
  readonly now: number;
  readonly finishesAt: number;
}

/** The event that race control acts on, as its own stream says. */
export interface RaceContext {
  readonly published: boolean;
  readonly finishesAt: number;
  /** Invitation ids of the authorised cars. */
  readonly authorized: readonly number[];
}

/** Who acts in race control and when: `by` is the id of the acting user, `now` is epoch ms. */
export interface DirectorAction {
  readonly eventId: number;
  readonly by: number;
  readonly now: number;
}

/** Past events are read-only. @throws {DomainError} event.past */
export const refusePast = (times: EventTimes): void => {
  if (isPast(times, times.now)) refuse('event.past');
};

/** @throws {DomainError} `missing` if the text is blank, text.tooLong */
export const requireText = (text: string, maxLength: number, missing: RefusalCode): void => {
  if (text.trim() === '') refuse(missing);
  limitText(text, maxLength);
};

/** @throws {DomainError} text.tooLong */
export const limitText = (text: string | null, maxLength: number): void => {
  if (text !== null && text.length > maxLength) refuse('text.tooLong');
};

/** @throws {DomainError} `missing` if it is not an id */
export const requireId = (id: number, missing: RefusalCode): void => {
  if (!Number.isInteger(id) || id <= 0) refuse(missing);
};

/** WGS84, degrees. @throws {DomainError} coordinates.invalid */
export const requireOnEarth = ({ lat, lng }: LatLng): void => {
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) refuse('coordinates.invalid');
};

/** Whether two values are written the same as JSON. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Refuses an edit that would set back or replace what somebody else has changed since its author read it: a field is neither as it
 * was read nor as it is wanted. No text and an empty one are the same.
 *
 * @param read the fields that the author read; undefined if they are not known: the last one wins then
 * @throws {DomainError} `changed`
 */
export const refuseOverwriting = <T extends object>(
  changed: RefusalCode,
  read: T | undefined,
  present: NoInfer<T>,
  wanted: NoInfer<T>,
): void => {
  if (read === undefined) return;
  const isOverwritten = (field: keyof T): boolean => {
    const there = present[field] ?? '';
    return !same(there, read[field] ?? '') && !same(there, wanted[field] ?? '');
  };
  if (keysOf(read).some(isOverwritten)) refuse(changed);
};

/** A copy with these fields only, so that other fields of the caller's object, such as a name, do not enter the log. */
export const only = <T extends object>(fields: { readonly [Field in keyof T]: true }, from: T): T =>
  Object.fromEntries(keysOf(fields).map((field) => [field, from[field]])) as T;
