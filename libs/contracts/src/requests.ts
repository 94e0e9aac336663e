import { DAY_MS } from './time.js';

/** HTTP requests of the api: headers and times, in milliseconds. */

/** Identifies a request in the log, in the events that it causes and in the socket's messages about a flag. */
export const CORRELATION_HEADER = 'X-Correlation-Id';

/** Header that contains the total number of rows if the answer is a page of them. */
export const TOTAL_COUNT_HEADER = 'X-Total-Count';

/** Header that names a request: sent again under the same key it is answered as the first time. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';

export const IDEMPOTENCY_KEY_TTL_MS = DAY_MS;

export const READ_YOUR_WRITES_MS = 2_000;

/** How slowly the body of a request may come, at the api and at the doors. */
export const BODY_TIMES = { idleMs: 10_000, wholeMs: 120_000 } as const;

/**
 * How slowly an answer may be taken, at the api and at the doors. The system takes up to some MB ahead of a client, and shows
 * nothing of a slow one meanwhile.
 */
export const ANSWER_TIMES = { idleMs: 60_000, leastBytes: 8_192 } as const;
