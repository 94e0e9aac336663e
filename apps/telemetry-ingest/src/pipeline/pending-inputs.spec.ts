import { describe, expect, it } from '@jest/globals';
import { createPendingInputs, type PendingInput } from './pending-inputs.js';

const fix = (receivedAt: number): PendingInput => ({
  eventId: 7,
  key: '7:1',
  input: { receivedAt, lat: 44, lng: 8 },
});
const sos = (receivedAt: number): PendingInput => ({
  eventId: 7,
  key: '7:2',
  input: { receivedAt, signal: { type: 'sos' } },
});
const times = (pending: readonly PendingInput[]): number[] => pending.map(({ input }) => input.receivedAt);

describe('pending inputs', () => {
  it('give way in their order, but never an SOS to a fix', () => {
    const pending = createPendingInputs([], 3);
    const gone = [sos(1), fix(2), fix(3), fix(4), fix(5), sos(6)].map((one) => pending.add(one));
    expect(gone.map((one) => one?.input.receivedAt)).toEqual([undefined, undefined, undefined, 2, 3, 4]);
    expect(times(pending.release(7))).toEqual([1, 5, 6]);
  });

  it('are never more than the limit, also where all are signals', () => {
    const pending = createPendingInputs([], 2);
    expect([sos(1), sos(2), sos(3)].map((one) => pending.add(one)?.input.receivedAt)).toEqual([
      undefined,
      undefined,
      1,
    ]);
    expect(pending.add(fix(4))?.input.receivedAt).toBe(4);
    expect(times(pending.list())).toEqual([2, 3]);
  });
});
