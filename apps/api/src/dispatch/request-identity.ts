import { IDEMPOTENCY_KEY_TTL_MS } from '@flagpost/contracts';
import type { CommandContext } from '@flagpost/event-sourcing';
import { tokenHash, uuidOf } from '@flagpost/platform';

/**
 * The id of a command that a stream recognises, and what tells its repetitions from another request under the same key. Both
 * are recorded with its events for ever. Neither shows anything of the request or its key to whoever lacks the key.
 */
export const requestIdentity = (
  actorId: number,
  { key, bodyHash }: { readonly key: string; readonly bodyHash: string },
  now: number,
): Required<Pick<CommandContext, 'commandId' | 'request'>> => ({
  commandId: uuidOf(`command ${actorId} ${key}`),
  request: { digest: tokenHash(`request ${key} ${bodyHash}`), since: now - IDEMPOTENCY_KEY_TTL_MS },
});
