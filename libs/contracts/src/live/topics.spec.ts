import { expect, it } from '@jest/globals';
import { carKey, parseCarKey } from './topics.js';

it('the key of a car gives its ids back', () => {
  for (const [eventId, invitationId] of [
    [0, 7],
    [1, 100_007],
    [999_999_999_999_999, 999_999_999_999_999],
  ] as const)
    expect(parseCarKey(carKey(eventId, invitationId))).toEqual({ eventId, invitationId });
});

it.each(['', ':', '1', '1:', ':1', '1:2:3', '1:-2', '1: 2', '1:2.5', '1e3:2', '１:2', '1:1234567890123456'])(
  '%p is no key of a car',
  (key) => expect(parseCarKey(key)).toBeNull(),
);
