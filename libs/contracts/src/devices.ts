/** Limits of devices. */

/** What a device may send at once, and when one that could not be served may try again. */
export const DOOR = {
  messageBytes: 65_536,
  batchBytes: 1_048_576,
  retryAfterS: 5,
  /** Inputs not stored by then are answered with 503. */
  storeWithinMs: 5_000,
  /** Sustained rate of one car: eight times a logger of 25 Hz. */
  inputsPerS: 200,
  /** And at once, as a backlog; beyond it the door answers 429. */
  inputsAtOnce: 10_000,
  /** Minimum interval between two writes by a process of its notes on one device. */
  notedEveryMs: 5_000,
} as const;
