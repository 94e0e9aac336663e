import { licenceDecider, licenceStream, refuse, type LicenceUse } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import type { Send } from '../dispatch/define-command.js';
import type { EventDocument } from '../views/events.projection.js';
import { licenceReads } from '../views/licences.projection.js';

/**
 * Competitors take a licence before they are authorised, and give it back after they are unauthorised: a process that is
 * killed between the two leaves a licence counted but unused, never one used but not counted. Authorising or
 * unauthorising the competitor again corrects it. Other commands must not come between the two, see `perEvent`.
 */

/** Serialises commands by which competitors of an event take licences or give them back. */
export const perEvent = (eventId: number): string => `licences of event ${eventId}`;

type OfEvent = Pick<EventDocument, 'eventId' | 'clubId' | 'startsAt'>;

/** The licence that counts when the event starts; null if its institution has none then. */
const licenceOf = async (readModels: ReadModels, { clubId, startsAt }: OfEvent): Promise<number | null> =>
  (await licenceReads(readModels).current([clubId], startsAt))[0]?.licenceId ?? null;

/**
 * Reserves a licence for each competitor who has none; for the competitors of one licence, all or none.
 *
 * @throws {DomainError} licence.limit if there are not enough, or there is no licence at all
 */
export const takeLicences = async (
  readModels: ReadModels,
  send: Send,
  wanted: readonly (readonly [event: OfEvent, invitationIds: readonly number[]])[],
): Promise<void> => {
  const byLicence = new Map<number, LicenceUse[]>();
  for (const [event, invitationIds] of wanted) {
    if (invitationIds.length === 0) continue;
    const licenceId = (await licenceOf(readModels, event)) ?? refuse('licence.limit');
    const { eventId, startsAt } = event;
    byLicence.set(licenceId, [...(byLicence.get(licenceId) ?? []), { eventId, startsAt, invitationIds }]);
  }
  for (const [licenceId, uses] of byLicence)
    await send(licenceStream(licenceId), licenceDecider, { type: 'useLicences', licenceId, uses });
};

/** Gives back the licences of these competitors if their event has not started. */
export const returnLicences = async (
  readModels: ReadModels,
  send: Send,
  unused: readonly (readonly [event: OfEvent, invitationIds: readonly number[]])[],
  now: number,
): Promise<void> => {
  const byLicence = new Map<number, number[]>();
  for (const [event, invitationIds] of unused) {
    const licenceId = await licenceOf(readModels, event);
    if (licenceId !== null) byLicence.set(licenceId, [...(byLicence.get(licenceId) ?? []), ...invitationIds]);
  }
  for (const [licenceId, invitationIds] of byLicence)
    await send(licenceStream(licenceId), licenceDecider, {
      type: 'returnLicences',
      licenceId,
      invitationIds,
      now,
    });
};

/**
 * The competitors of an event that moves to another time take licences there; call `leave` once it has moved, and they
 * give back those of before.
 */
export const moveLicences = async (
  readModels: ReadModels,
  send: Send,
  before: EventDocument,
  { startsAt }: Pick<EventDocument, 'startsAt'>,
  now: number,
): Promise<{ leave(): Promise<void> }> => {
  if (before.startsAt === startsAt || before.authorized.length === 0) return { leave: async () => undefined };
  const moved = { ...before, startsAt };
  const [left, taken] = [await licenceOf(readModels, before), await licenceOf(readModels, moved)];
  await takeLicences(readModels, send, [[moved, before.authorized]]);
  return {
    async leave() {
      if (left !== taken) await returnLicences(readModels, send, [[before, before.authorized]], now);
    },
  };
};
