import { IDEMPOTENCY_KEY_HEADER } from '@flagpost/contracts';

/** One key per sending; a repeat of the same sending carries it again. Works over plain http too. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Sent again with the same key, a call is carried out once. */
export const keyed = (key: string): { headers: Record<string, string> } => ({
  headers: { [IDEMPOTENCY_KEY_HEADER]: key },
});

/** A command that is sent again by the network is carried out once. */
export const command = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown) => ({
  url,
  method,
  ...keyed(newIdempotencyKey()),
  ...(body !== undefined && { body }),
});
