import { given } from '@flagpost/testing/given';
import { describe, expect, it } from '@jest/globals';
import { lapEpochsOf, raceControlDecider } from './race-control.js';
import { type Command, director, eventId, fold, race, type Event } from './testing/race-control.js';

describe('resetting the laps', () => {
  const reset = (now: number): Command<'resetLaps'> => ({
    type: 'resetLaps',
    eventId,
    by: director,
    now,
    race,
  });
  const wasReset = (epoch: number, beganAt: number): Event<'LapsReset'> => ({
    type: 'LapsReset',
    data: { eventId, epoch, beganAt, by: director },
  });

  it('begins the next epoch now', () => {
    given(raceControlDecider, [])
      .when(reset(4_000))
      .then([wasReset(1, 4_000)]);
    given(raceControlDecider, [wasReset(1, 4_000)])
      .when(reset(5_000))
      .then([wasReset(2, 5_000)]);
  });

  it('never begins before the former epoch, whatever the clock says', () => {
    given(raceControlDecider, [wasReset(1, 4_000)])
      .when(reset(3_900))
      .then([wasReset(2, 4_000)]);
  });

  it('ends with the event', () => {
    given(raceControlDecider, [])
      .when(reset(race.finishesAt + 1))
      .thenRefused('event.past');
  });

  it('keeps all epochs; the first began with the event', () => {
    const state = fold([wasReset(1, 4_000), wasReset(2, 5_000)]);
    expect(lapEpochsOf(state, 1_000)).toEqual([
      { epoch: 0, beganAt: 1_000 },
      { epoch: 1, beganAt: 4_000 },
      { epoch: 2, beganAt: 5_000 },
    ]);
    expect(lapEpochsOf(fold([]), 1_000)).toEqual([{ epoch: 0, beganAt: 1_000 }]);
    expect(lapEpochsOf(fold([wasReset(1, 900)]), 1_000)[0]).toEqual({ epoch: 0, beganAt: 900 });
  });
});
