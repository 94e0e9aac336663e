import type { Actor, FlagWithdrawal } from '@flagpost/contracts';
import { controlStream, raceControlDecider } from '@flagpost/domain';
import { CommandIdReused, type Handle } from '@flagpost/event-sourcing';
import { tokenHash } from '@flagpost/platform';
import type { ApiDependencies } from '../dependencies.js';
import { requestIdentity } from '../dispatch/request-identity.js';

/** Recorded with the withdrawal in place of a command's name; it is not sent as a message. */
export const WITHDRAWAL = 'withdrawRequest';

/** In place of the hash of a body: a flag under the same key is another request. */
const WITHDRAWN = 'withdrawn';

/**
 * Withdraws the flag of a request whose answer was lost, unless it was sent. The flag and its withdrawal have the same
 * command id, so the stream of the event records the first of the two and refuses the other, among all processes.
 */
export const withdrawRequest = async (
  { records: { requestKeys }, clock }: Pick<ApiDependencies, 'records' | 'clock'>,
  handle: Handle,
  actor: Actor,
  correlationId: string,
  { EventId: eventId, Key }: FlagWithdrawal,
): Promise<'withdrawn' | 'carriedOut' | 'pending'> => {
  const { userId: by, roles, clubId } = actor;
  const now = clock.now();
  const requestKey = { actorId: by, key: tokenHash(Key), bodyHash: WITHDRAWN };
  const stored = await requestKeys.find(requestKey);
  if (stored?.kind === 'mismatch')
    return (await requestKeys.isAnswered(requestKey)) ? 'carriedOut' : 'pending';
  const identity = requestIdentity(by, { key: Key, bodyHash: WITHDRAWN }, now);
  const context = { actorId: by, actorRoles: roles, clubId, correlationId, commandName: WITHDRAWAL };
  try {
    const command = { type: WITHDRAWAL, eventId, by, now } as const;
    await handle(controlStream(eventId), raceControlDecider, command, { ...context, ...identity });
  } catch (error) {
    if (error instanceof CommandIdReused) return 'carriedOut';
    throw error;
  }
  // Beyond the stream: no other command is carried out under the key.
  await requestKeys.reserve(requestKey, {}, now);
  return 'withdrawn';
};
