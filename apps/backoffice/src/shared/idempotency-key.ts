import { IDEMPOTENCY_KEY_HEADER } from '@flagpost/contracts';
import { randomId } from './random-id.js';

/** A new key for each command; retries carry the same key. */
export const newIdempotencyKey = randomId;

/** Calls with the same key are executed once. */
export const keyed = (key: string): { headers: Record<string, string> } => ({
  headers: { [IDEMPOTENCY_KEY_HEADER]: key },
});

/** A command that the network repeats is executed once. */
export const command = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown) => ({
  url,
  method,
  ...keyed(newIdempotencyKey()),
  ...(body !== undefined && { body }),
});
