import type { Actor } from '@flagpost/contracts';
import { tokenHash } from '@flagpost/platform';
import type { ApiDependencies } from '../dependencies.js';

/** Stored instead of the hash of a body, so that any later request with the key is refused with 422. */
const WITHDRAWN = 'withdrawn';

/**
 * Closes the Idempotency-Key of a request whose answer was lost, unless the request has arrived. The reservation of the key
 * decides which of the two was first, among all processes.
 */
export const withdraw = async (
  { records: { requestKeys }, clock }: Pick<ApiDependencies, 'records' | 'clock'>,
  { userId }: Actor,
  key: string,
): Promise<'withdrawn' | 'carriedOut' | 'pending'> => {
  const requestKey = { actorId: userId, key: tokenHash(key), bodyHash: WITHDRAWN };
  const { kind } = await requestKeys.reserve(requestKey, {}, clock.now());
  if (kind !== 'mismatch') return 'withdrawn';
  return (await requestKeys.isAnswered(requestKey)) ? 'carriedOut' : 'pending';
};
