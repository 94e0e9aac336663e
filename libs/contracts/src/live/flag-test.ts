import { z } from 'zod';

/** A test of the way of flags before the start: shown and confirmed as a flag is, and counted by no race. */

/** How long a device is told of a test that it has not answered, by the servers' clocks. */
export const FLAG_TEST = { lastsMs: 600_000 } as const;

/** Of the orders of a car. */
export const carTest = z.object({
  /** Counts the tests of the event, from 1. */
  id: z.number().int().positive(),
  sentAt: z.number().int(),
});
export type CarTest = z.infer<typeof carTest>;

export const TEST_ANSWERS = ['testShown', 'testConfirmed'] as const;
/** What a device says of a test, at the door of signals alone: it is in no topic. */
export const testAnswer = z.object({
  type: z.enum(TEST_ANSWERS),
  /** `id` of the test in the orders. */
  testId: z.number().int().positive(),
});
export type TestAnswer = z.infer<typeof testAnswer>;
