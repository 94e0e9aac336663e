import type { Actor } from '@flagpost/contracts';
import { tokenHash } from '@flagpost/platform';
import type { ApiParts } from '../parts.js';

/** In place of the hash of a body. Whatever is sent under the key later is another request, and refused with 422. */
const WITHDRAWN = 'withdrawn';

/**
 * Closes the Idempotency-Key of a request whose answer was lost, unless the request has arrived: the reservation of the
 * key decides which of the two came first, in whichever process.
 */
export const withdraw = async (
  { records: { requestKeys }, clock }: Pick<ApiParts, 'records' | 'clock'>,
  { userId }: Actor,
  key: string,
): Promise<'withdrawn' | 'carriedOut' | 'pending'> => {
  const requestKey = { actorId: userId, key: tokenHash(key), bodyHash: WITHDRAWN };
  const { kind } = await requestKeys.reserve(requestKey, {}, clock.now());
  if (kind !== 'mismatch') return 'withdrawn';
  return (await requestKeys.isAnswered(requestKey)) ? 'carriedOut' : 'pending';
};
