/** What a device may send. */

/** What a device may send at once, and when one that could not be served may try again. */
export const DOOR = {
  messageBytes: 65_536,
  batchBytes: 1_048_576,
  retryAfterS: 5,
  /** What is not stored by then is answered 503. */
  storeWithinMs: 5_000,
  /** What one car may send in the long run: eight times a logger of 25 Hz. */
  inputsPerS: 200,
  /** And at once, as a backlog; beyond it the door answers 429. */
  inputsAtOnce: 10_000,
  /** How often at most a process writes what it noted of one device. */
  notedEveryMs: 5_000,
} as const;
