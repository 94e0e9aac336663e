import { FLAGS } from '@flagpost/contracts';
import { given } from '@flagpost/testing/given';
import { describe, expect, it } from '@jest/globals';
import { flagsOf } from './car-flags.js';
import { raceControlDecider, type RaceControlEvent } from './race-control.js';
import {
  director,
  eventId,
  fold,
  race,
  send,
  sent,
  type Command,
  type Event,
} from './testing/race-control.js';

const withdraw = (changes: Partial<Command<'withdrawFlag'>> = {}): Command<'withdrawFlag'> => ({
  type: 'withdrawFlag',
  eventId,
  flagId: 41,
  withdrawalId: 61,
  receivers: [],
  race,
  by: director,
  now: 5_000,
  ...changes,
});
const withdrawn = (
  changes: Partial<NonNullable<Event<'FlagWithdrawn'>['data']['flag']>> = {},
  at = 5_000,
): Event<'FlagWithdrawn'> => ({
  type: 'FlagWithdrawn',
  data: {
    eventId,
    flag: { flagId: 41, withdrawalId: 61, receivers: [], ...changes },
    by: director,
    withdrawnAt: at,
  },
});
const flagsCleared: RaceControlEvent = {
  type: 'FlagsCleared',
  data: { eventId, by: director, clearedAt: 4_000 },
};

describe('withdrawing a flag', () => {
  it.each([
    ['that was for all from all', [], [], []],
    ['that was for all from one car', [], [5], [5]],
    ['from all that it was sent to', [5, 6], [], [5, 6]],
    ['from one of them', [5, 6], [6, 6], [6]],
  ])('%s', (_, receivers, named, from) => {
    given(raceControlDecider, [sent({ receivers })])
      .when(withdraw({ receivers: named }))
      .then([withdrawn({ receivers: from })]);
  });

  it('ends what it was on these cars and nothing else', () => {
    const black = sent({ flagId: 42, code: FLAGS.black, receivers: [5] });
    const state = fold([sent(), black, withdrawn({ flagId: 42, receivers: [5] })]);
    expect(flagsOf(state, 5)).toEqual({ track: FLAGS.yellow, driver: null, last: FLAGS.yellow });
    expect(state.flags.map(({ clearedAt }) => clearedAt)).toEqual([null, null]);
  });

  it('again from the same cars decides nothing, and then takes the others', () => {
    const events = [sent({ receivers: [5, 6] }), withdrawn({ receivers: [5] })];
    given(raceControlDecider, events)
      .when(withdraw({ receivers: [5] }))
      .then([]);
    given(raceControlDecider, events)
      .when(withdraw({ withdrawalId: 62 }))
      .then([withdrawn({ withdrawalId: 62, receivers: [6] })]);
    given(raceControlDecider, [...events, withdrawn({ withdrawalId: 62, receivers: [6] })])
      .when(withdraw({ withdrawalId: 63 }))
      .then([]);
  });

  it('that was for all from all, again, decides nothing', () => {
    given(raceControlDecider, [sent(), withdrawn()])
      .when(withdraw({ withdrawalId: 62, receivers: [5] }))
      .then([]);
  });

  it('that was cleared decides nothing', () => {
    given(raceControlDecider, [sent(), flagsCleared]).when(withdraw()).then([]);
  });

  it('is no earlier than the flag, and a clearing no earlier than it', () => {
    given(raceControlDecider, [sent({ sentAt: 9_000 })])
      .when(withdraw())
      .then([withdrawn({}, 9_000)]);
    const clear: Command<'clearFlags'> = {
      type: 'clearFlags',
      alerts: 'keep',
      eventId,
      by: director,
      now: 3_000,
      race,
    };
    given(raceControlDecider, [sent(), withdrawn()])
      .when(clear)
      .then([{ type: 'FlagsCleared', data: { eventId, by: director, clearedAt: 5_000 } }]);
  });

  it('is refused for one that does not exist', () => {
    given(raceControlDecider, [sent()])
      .when(withdraw({ flagId: 99 }))
      .thenRefused('flag.missing');
  });

  it.each([
    ['it was not sent to', sent({ receivers: [5] })],
    ['that are not authorised', sent()],
  ])('is refused for cars %s', (_, flag) => {
    given(raceControlDecider, [flag])
      .when(withdraw({ receivers: [5, 8] }))
      .thenRefused('flag.notSentTo');
  });

  it('is refused for some cars if it is the flag of a sector', () => {
    const flag = sent({ sectorId: 2 });
    given(raceControlDecider, [flag])
      .when(withdraw({ receivers: [5] }))
      .thenRefused('flag.sectorIsForAll');
    given(raceControlDecider, [flag]).when(withdraw()).then([withdrawn()]);
  });

  it('is refused after the event', () => {
    given(raceControlDecider, [sent()])
      .when(withdraw({ now: race.finishesAt + 1 }))
      .thenRefused('event.past');
  });

  it('lets the same flag be sent again at once', () => {
    const again = send({ flagId: 42, now: 1_500 });
    const { sentAt } = sent({ sentAt: 1_500 }).data;
    given(raceControlDecider, [sent(), withdrawn({}, 1_200)])
      .when(again)
      .then([sent({ flagId: 42, sentAt })]);
  });
});

describe('the confirmation of a withdrawal', () => {
  const confirm = (changes: Partial<Command<'confirmFlag'>> = {}): Command<'confirmFlag'> => ({
    type: 'confirmFlag',
    eventId,
    invitationId: 5,
    flagId: null,
    confirmedAt: 6_000,
    receivedAt: 6_000,
    authorized: true,
    ...changes,
  });
  const confirmed = (flagId: number, receivedAt = 6_000): Event<'FlagConfirmed'> => ({
    type: 'FlagConfirmed',
    data: { eventId, flagId, invitationId: 5, confirmedAt: 6_000, receivedAt },
    occurredAt: 6_000,
  });
  const events = [sent(), withdrawn()];

  it('is by its own id', () => {
    given(raceControlDecider, events)
      .when(confirm({ flagId: 61 }))
      .then([confirmed(61)]);
    const state = fold([...events, confirmed(61)]);
    expect(state.withdrawals[0]?.confirmedBy).toEqual(new Set([5]));
    expect(state.flags[0]?.confirmedBy).toEqual(new Set());
  });

  it('without an id is of the newest that the car had then', () => {
    given(raceControlDecider, events)
      .when(confirm())
      .then([confirmed(61)]);
    given(raceControlDecider, events)
      .when(confirm({ receivedAt: 4_000 }))
      .then([confirmed(41, 4_000)]);
    given(raceControlDecider, [...events, sent({ flagId: 42, sentAt: 5_500 })])
      .when(confirm())
      .then([confirmed(42)]);
  });

  it('is not of a car that keeps the flag', () => {
    given(raceControlDecider, [sent(), withdrawn({ receivers: [6] })])
      .when(confirm())
      .then([confirmed(41)]);
    given(raceControlDecider, [sent(), withdrawn({ receivers: [6] })])
      .when(confirm({ flagId: 61 }))
      .then([]);
  });

  it('is recorded once', () => {
    given(raceControlDecider, [...events, confirmed(61)])
      .when(confirm({ flagId: 61 }))
      .then([]);
  });

  it('without an id is of nothing after all flags were cleared', () => {
    const later: RaceControlEvent = {
      type: 'FlagsCleared',
      data: { eventId, by: director, clearedAt: 5_500 },
    };
    given(raceControlDecider, [...events, later])
      .when(confirm())
      .then([]);
  });
});
