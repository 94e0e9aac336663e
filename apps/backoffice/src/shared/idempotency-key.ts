import { IDEMPOTENCY_KEY_HEADER } from '@flagpost/contracts';

/** A new key for each command; retries carry the same key. Works over plain http too. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

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
