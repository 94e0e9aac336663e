import { describe, expect, it } from '@jest/globals';
import { createHeld, type HeldInput } from './held.js';

const fix = (receivedAt: number): HeldInput => ({
  eventId: 7,
  key: '7:1',
  input: { receivedAt, lat: 44, lng: 8 },
});
const sos = (receivedAt: number): HeldInput => ({
  eventId: 7,
  key: '7:2',
  input: { receivedAt, signal: { type: 'sos' } },
});
const times = (held: readonly HeldInput[]): number[] => held.map(({ input }) => input.receivedAt);

describe('held inputs', () => {
  it('give way in their order, but never an SOS to a fix', () => {
    const held = createHeld([], 3);
    const gone = [sos(1), fix(2), fix(3), fix(4), fix(5), sos(6)].map((one) => held.add(one));
    expect(gone.map((one) => one?.input.receivedAt)).toEqual([undefined, undefined, undefined, 2, 3, 4]);
    expect(times(held.release(7))).toEqual([1, 5, 6]);
  });

  it('are never more than the limit, also where all are signals', () => {
    const held = createHeld([], 2);
    expect([sos(1), sos(2), sos(3)].map((one) => held.add(one)?.input.receivedAt)).toEqual([
      undefined,
      undefined,
      1,
    ]);
    expect(held.add(fix(4))?.input.receivedAt).toBe(4);
    expect(times(held.list())).toEqual([2, 3]);
  });
});
