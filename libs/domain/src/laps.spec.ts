import { given } from '@flagpost/testing/given';
import { describe, it } from '@jest/globals';
import { lapsDecider, type Lap, type LapsEvent } from './laps.js';

const first: Lap = {
  eventId: 1,
  invitationId: 5,
  lapEpoch: 0,
  lap: 1,
  lapTimeMs: 114_959,
  crossedAt: 10_000,
  receivedAt: 10_300,
};
const epochs = [{ epoch: 0, beganAt: 0 }];
const resetAt = 20_000;
const afterReset = [...epochs, { epoch: 1, beganAt: resetAt }];
const record = (lap: Lap, lapEpochs = epochs) => ({ type: 'recordLap', ...lap, lapEpochs }) as const;
const recorded = (lap: Lap): LapsEvent => ({ type: 'LapRecorded', data: lap, occurredAt: lap.crossedAt });

describe('recording a lap', () => {
  it('takes it with the time of its crossing', () => {
    given(lapsDecider, [])
      .when(record(first))
      .then([recorded(first)]);
  });

  it('takes one without a time', () => {
    const untimed = { ...first, lapTimeMs: null };
    given(lapsDecider, [])
      .when(record(untimed))
      .then([recorded(untimed)]);
  });

  it('keeps nothing of the fact but the lap', () => {
    given(lapsDecider, [])
      .when({ ...record(first), id: 'lap:1:5:0:1' } as ReturnType<typeof record>)
      .then([recorded(first)]);
  });

  it('takes each lap once', () => {
    const second = { ...first, lap: 2, crossedAt: 12_000 };
    const stream = [recorded(first), recorded(second)];
    given(lapsDecider, stream).when(record(second)).then([]);
    given(lapsDecider, stream).when(record(first)).then([]);
    given(lapsDecider, [recorded(first)])
      .when(record(second))
      .then([recorded(second)]);
  });

  it('goes on after a lap that never came', () => {
    const fourth = { ...first, lap: 4 };
    given(lapsDecider, [recorded(first)])
      .when(record(fourth))
      .then([recorded(fourth)]);
  });
});

describe('after a lap reset', () => {
  it('laps count from 1 again', () => {
    const next = { ...first, lapEpoch: 1, receivedAt: resetAt + 1 };
    given(lapsDecider, [recorded(first), recorded({ ...first, lap: 2 })])
      .when(record(next, afterReset))
      .then([recorded(next)]);
  });

  it('a lap of the former epoch counts where it was received before', () => {
    const before = { ...first, receivedAt: resetAt - 1 };
    given(lapsDecider, [])
      .when(record(before, afterReset))
      .then([recorded(before)]);
  });

  it('a lap of the former epoch does not count from the reset on', () => {
    given(lapsDecider, [])
      .when(record({ ...first, receivedAt: resetAt }, afterReset))
      .then([]);
  });

  it('no lap of the former epoch follows one of the newer', () => {
    given(lapsDecider, [recorded({ ...first, lapEpoch: 1 })])
      .when(record({ ...first, lap: 9 }, afterReset))
      .then([]);
  });
});
