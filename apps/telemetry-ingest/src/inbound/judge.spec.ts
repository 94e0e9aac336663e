import { describe, expect, it } from '@jest/globals';
import { DOOR } from '@flagpost/contracts';
import type { StoredMessage } from '@flagpost/messaging';
import { createJudge } from './judge.js';
import type { Sender } from './senders.js';

const CAR = { eventId: 7, invitationId: 70 };
const FIX = '{"lat":44.6,"lng":8.1}';
const SOS = '{"signal":{"type":"sos"}}';

const judgeOf = (senders: Readonly<Record<string, Sender>>) =>
  createJudge(async () => new Map(Object.entries(senders)));
const message = (key: string, value: string | null, storedAt = 1_000): StoredMessage => ({
  key,
  value,
  storedAt,
  offset: 0,
});
const many = (count: number, storedAt: number): StoredMessage[] =>
  Array.from({ length: count }, () => message('7:70', FIX, storedAt));

describe("the judge of others' values", () => {
  it('puts what is sent under a token under its car', async () => {
    const judge = judgeOf({ token: CAR, other: 'unknownKey' });
    const { admitted, refused } = await judge([message('token', FIX, 5), message('other', FIX, 6)]);
    expect(admitted.map(({ message: { key, storedAt } }) => [key, storedAt])).toEqual([['7:70', 5]]);
    expect(refused).toEqual([{ refusal: 'unknownKey', car: null, at: 6 }]);
  });

  it.each([
    [null, 'A value is expected.'],
    ['{"lat":', /JSON/],
    ['[]', /expected object/],
    ['{"lat":44.6}', 'lat and lng are expected together.'],
    ['{"t":1}', 'A fix or a signal is expected.'],
    ['{"t":-1,"lat":44.6,"lng":8.1}', /^t: /],
    [`{"lat":44.6,"lng":8.1,"pad":"${'x'.repeat(DOOR.messageBytes)}"}`, 'The value is too large.'],
  ])('names the fault of %.40j', async (value, fault) => {
    const { admitted } = await judgeOf({ '7:70': CAR })([message('7:70', value)]);
    expect(() => admitted[0]?.decode()).toThrow(fault);
  });

  it('limits a car by the times at which the broker stored its values, but for signals', async () => {
    const judge = judgeOf({ '7:70': CAR });
    const first = await judge([...many(DOOR.inputsAtOnce + 3, 1_000), message('7:70', SOS)]);
    expect(first.admitted).toHaveLength(DOOR.inputsAtOnce + 1);
    expect(first.refused).toEqual(
      Array.from({ length: 3 }, () => ({ refusal: 'tooMany', car: CAR, at: 1_000 })),
    );
    const second = await judge([...many(DOOR.inputsPerS, 2_000), ...many(1, 2_000)]);
    expect([second.admitted.length, second.refused.length]).toEqual([DOOR.inputsPerS, 1]);
    // A time before that of another value refills nothing.
    const third = await judge([...many(1, 1_500), ...many(1, 2_000)]);
    expect([third.admitted.length, third.refused.length]).toEqual([0, 2]);
  });
});
