import { FLAGS, LIMITS, NO_FLAGS, FLAG_CODES, isTrackFlag, SAME_ORDER_MS } from '@flagpost/contracts';
import { given } from '@flagpost/testing/given';
import { describe, expect, it } from '@jest/globals';
import { flagsOf } from './car-flags.js';
import { flagOfOrder } from './race-control.flags.js';
import { raceControlDecider, type RaceControlEvent } from './race-control.js';
import {
  type Command,
  director,
  eventId,
  fold,
  race,
  raised,
  cleared,
  send,
  sent,
} from './testing/race-control.js';

describe('the same flag again', () => {
  const order = { receivers: [5, 6], message: 'Oil', sectorId: 2, sanctionedDriver: 7 };
  const first = sent({ ...order, flagId: 40, sentAt: 1_000 });
  const again = send({ ...order, receivers: [6, 5], now: 1_000 + SAME_ORDER_MS - 1 });

  it('is one order if the same person sends it within two seconds', () => {
    given(raceControlDecider, [first]).when(again).then([]);
    expect(flagOfOrder(again, fold([first]))?.flagId).toBe(40);
  });

  it('is another order after two seconds', () => {
    const later = { ...again, now: 1_000 + SAME_ORDER_MS };
    given(raceControlDecider, [first])
      .when(later)
      .then([sent({ ...order, receivers: [6, 5], sentAt: later.now })]);
  });

  it('is one order if the clock was set back, or another one lags, by less than two seconds', () => {
    const back = { ...again, now: 1_000 - SAME_ORDER_MS + 1 };
    given(raceControlDecider, [first]).when(back).then([]);
  });

  it('is another order after the clock was set back by more', () => {
    const back = { ...again, now: 1_000 - SAME_ORDER_MS };
    given(raceControlDecider, [first])
      .when(back)
      .then([sent({ ...order, receivers: [6, 5], sentAt: back.now })]);
  });

  it.each([
    ['of another person', { by: 23 }],
    ['of another kind', { code: FLAGS.doubleYellow }],
    ['to one of the cars', { receivers: [5] }],
    ['to one more car', { receivers: [5, 6, 7] }],
    ['to all', { receivers: [] }],
    ['for another sector', { sectorId: 3 }],
    ['for the whole track', { sectorId: null }],
    ['with another text', { message: 'Debris' }],
    ['on another driver', { sanctionedDriver: 8 }],
  ])('is another order %s', (_, change) => {
    const { sentAt, ...data } = sent({ ...order, receivers: [6, 5], ...change }).data;
    given(raceControlDecider, [first])
      .when({ ...again, ...change })
      .then([sent({ ...data, sentAt: sentAt + SAME_ORDER_MS - 1 })]);
  });

  it.each<[string, RaceControlEvent[], boolean]>([
    ['one of its cars got another flag', [sent({ flagId: 42, receivers: [6], by: 23 })], false],
    ['all got another flag', [sent({ flagId: 42, by: 23 })], false],
    ['a car that it is not for got another flag', [sent({ flagId: 42, receivers: [7], by: 23 })], true],
    [
      'the flags were cleared',
      [{ type: 'FlagsCleared', data: { eventId, by: 23, clearedAt: 1_100 } }],
      false,
    ],
  ])('after %s', (_, between, isOne) => {
    const events = raceControlDecider.decide(again, fold([first, ...between]));
    expect(events.map(({ type }) => type)).toEqual(isOne ? [] : ['FlagSent']);
  });
});

describe('sending a flag', () => {
  it('states what was sent, to whom and by whom', () => {
    given(raceControlDecider, [])
      .when(
        send({
          receivers: [5, 6, 5],
          message: ' Oil ',
          sectorId: 2,
          sectorImg: 'a.png',
          sanctionedDriver: 7,
        }),
      )
      .then([
        sent({ receivers: [5, 6], message: 'Oil', sectorId: 2, sectorImg: 'a.png', sanctionedDriver: 7 }),
      ]);
  });

  it.each([...FLAG_CODES.filter(isTrackFlag), FLAGS.checkered])(
    '%d with no receivers goes to all',
    (code) => {
      given(raceControlDecider, [])
        .when(send({ code }))
        .then([sent({ code })]);
    },
  );

  it.each([FLAGS.message, FLAGS.black, FLAGS.warning, FLAGS.penalty])('%d needs a receiver', (code) => {
    given(raceControlDecider, [])
      .when(send({ code, message: 'Box' }))
      .thenRefused('flag.driverRequired');
  });

  it.each([FLAGS.black, FLAGS.penalty])('%d goes to one driver', (code) => {
    given(raceControlDecider, [])
      .when(send({ code, receivers: [5, 6] }))
      .thenRefused('flag.oneDriver');
    given(raceControlDecider, [])
      .when(send({ code, receivers: [5] }))
      .then([sent({ code, receivers: [5] })]);
  });

  it('may warn several drivers', () => {
    given(raceControlDecider, [])
      .when(send({ code: FLAGS.warning, receivers: [5, 6] }))
      .then([sent({ code: FLAGS.warning, receivers: [5, 6] })]);
  });

  it('reaches authorised cars of the event only', () => {
    given(raceControlDecider, [])
      .when(send({ receivers: [5, 8] }))
      .thenRefused('flag.notAuthorized');
  });

  it('needs a text for a message', () => {
    const message = { code: FLAGS.message, receivers: [5] };
    given(raceControlDecider, []).when(send(message)).thenRefused('flag.messageRequired');
    given(raceControlDecider, [])
      .when(send({ ...message, message: '  ' }))
      .thenRefused('flag.messageRequired');
  });

  it('takes a text of at most 100 characters', () => {
    const longest = 'x'.repeat(LIMITS.message);
    given(raceControlDecider, [])
      .when(send({ message: longest }))
      .then([sent({ message: longest })]);
    given(raceControlDecider, [])
      .when(send({ message: `${longest}x` }))
      .thenRefused('flag.messageTooLong');
  });

  it('shows no sector’s picture without its sector', () => {
    given(raceControlDecider, [])
      .when(send({ sectorImg: 'a.png' }))
      .thenRefused('flag.sectorRequired');
  });

  it('refuses codes that are no flag', () => {
    given(raceControlDecider, [])
      .when(send({ code: 812 }))
      .thenRefused('flag.unknownCode');
  });

  it('is open while a published event lasts', () => {
    given(raceControlDecider, [])
      .when(send({ race: { ...race, published: false } }))
      .thenRefused('event.unpublished');
    given(raceControlDecider, [])
      .when(send({ now: race.finishesAt + 1 }))
      .thenRefused('event.past');
  });

  it('sets the flags of its receivers', () => {
    const state = fold([sent(), sent({ flagId: 42, code: FLAGS.black, receivers: [5] })]);
    expect(flagsOf(state, 5)).toEqual({ track: 806, driver: 803, last: 803 });
    expect(flagsOf(state, 6)).toEqual({ track: 806, driver: null, last: 806 });
  });
});

describe('clearing the flags', () => {
  const clear: Command<'clearFlags'> = {
    type: 'clearFlags',
    alerts: 'clear',
    eventId,
    by: director,
    now: 3_000,
    race,
  };
  const flagsCleared: RaceControlEvent = {
    type: 'FlagsCleared',
    data: { eventId, by: director, clearedAt: 3_000 },
  };

  it('ends the flags in force of all cars', () => {
    const events = [sent(), sent({ flagId: 42, code: FLAGS.black, receivers: [5] })];
    given(raceControlDecider, events).when(clear).then([flagsCleared]);
    const state = fold([...events, flagsCleared]);
    expect([flagsOf(state, 5), flagsOf(state, 6)]).toEqual([NO_FLAGS, NO_FLAGS]);
  });

  it('is later than what it ends and earlier than what follows, whichever command is older', () => {
    const late = sent({ sentAt: 3_500 });
    const then: RaceControlEvent = { ...flagsCleared, data: { ...flagsCleared.data, clearedAt: 3_500 } };
    given(raceControlDecider, [late]).when(clear).then([then]);
    given(raceControlDecider, [late, then])
      .when(send({ flagId: 42, now: 3_400 }))
      .then([sent({ flagId: 42, sentAt: 3_501 })]);
  });

  it('ends every open SOS, by name', () => {
    given(raceControlDecider, [raised(), raised({ alertId: 52, invitationId: 6 })])
      .when(clear)
      .then([flagsCleared, cleared(), cleared({ alertId: 52, invitationId: 6 })]);
  });

  it('keeps every open SOS if only flags are to be cleared', () => {
    const keep = { ...clear, alerts: 'keep' } as const;
    given(raceControlDecider, [sent(), raised()]).when(keep).then([flagsCleared]);
    given(raceControlDecider, [raised()]).when(keep).then([]);
  });

  it('leaves closed SOS alone', () => {
    given(raceControlDecider, [sent(), raised(), cleared()]).when(clear).then([flagsCleared]);
  });

  it('states nothing where nothing is to be cleared', () => {
    given(raceControlDecider, []).when(clear).then([]);
    given(raceControlDecider, [sent(), flagsCleared]).when(clear).then([]);
  });

  it('ends with the event', () => {
    given(raceControlDecider, [sent()])
      .when({ ...clear, now: race.finishesAt + 1 })
      .thenRefused('event.past');
  });
});

describe('confirming a flag', () => {
  const confirm = (changes: Partial<Command<'confirmFlag'>> = {}): Command<'confirmFlag'> => ({
    type: 'confirmFlag',
    eventId,
    invitationId: 5,
    flagId: null,
    confirmedAt: 6_000,
    receivedAt: 6_100,
    authorized: true,
    ...changes,
  });
  const confirmed = (flagId: number, changes: { invitationId?: number } = {}): RaceControlEvent => ({
    type: 'FlagConfirmed',
    data: { eventId, flagId, invitationId: 5, confirmedAt: 6_000, receivedAt: 6_100, ...changes },
    occurredAt: 6_000,
  });
  const toAll = sent();
  const toFive = sent({ flagId: 42, code: FLAGS.black, receivers: [5], sentAt: 1_500 });
  const toSix = sent({ flagId: 43, code: FLAGS.black, receivers: [6], sentAt: 1_600 });
  const flags = [toAll, toFive, toSix];

  it('takes the flag that is named', () => {
    given(raceControlDecider, flags)
      .when(confirm({ flagId: 41 }))
      .then([confirmed(41)]);
  });

  it('takes the car’s newest unconfirmed one where none is named', () => {
    given(raceControlDecider, flags)
      .when(confirm())
      .then([confirmed(42)]);
    given(raceControlDecider, [...flags, confirmed(42)])
      .when(confirm({ receivedAt: 6_200 }))
      .then([{ ...confirmed(41), data: { ...confirmed(41).data, receivedAt: 6_200 } } as RaceControlEvent]);
  });

  it('is for receivers only', () => {
    given(raceControlDecider, flags)
      .when(confirm({ flagId: 43 }))
      .then([]);
    given(raceControlDecider, [toAll])
      .when(confirm({ flagId: 41, authorized: false }))
      .then([]);
    given(raceControlDecider, [toFive])
      .when(confirm({ authorized: false }))
      .then([confirmed(42)]);
  });

  it('counts once for each car', () => {
    given(raceControlDecider, [toAll, confirmed(41)])
      .when(confirm({ flagId: 41, receivedAt: 7_000 }))
      .then([]);
    given(raceControlDecider, [toAll, confirmed(41)])
      .when(confirm({ invitationId: 6 }))
      .then([confirmed(41, { invitationId: 6 })]);
  });

  it('stated again does not confirm another flag', () => {
    given(raceControlDecider, [...flags, confirmed(42)])
      .when(confirm())
      .then([]);
  });

  it('does not mean a flag sent after it', () => {
    given(raceControlDecider, [sent({ sentAt: 6_101 })])
      .when(confirm())
      .then([]);
  });

  it('does not mean a flag cleared before it, unless it names it', () => {
    const clearedAt = (at: number): RaceControlEvent => ({
      type: 'FlagsCleared',
      data: { eventId, by: director, clearedAt: at },
    });
    given(raceControlDecider, [...flags, clearedAt(6_100)])
      .when(confirm())
      .then([]);
    given(raceControlDecider, [...flags, clearedAt(6_101)])
      .when(confirm())
      .then([confirmed(42)]);
    given(raceControlDecider, [...flags, clearedAt(2_000)])
      .when(confirm({ flagId: 41 }))
      .then([confirmed(41)]);
  });

  it('of an unknown flag decides nothing', () => {
    given(raceControlDecider, flags)
      .when(confirm({ flagId: 99 }))
      .then([]);
  });
});

describe('withdrawing the request of a flag', () => {
  const withdrawal = { type: 'withdrawRequest', eventId, by: director, now: 5_000 } as const;

  it('states it, and changes nothing', () => {
    const data = { eventId, flag: null, by: director, withdrawnAt: 5_000 };
    const event: RaceControlEvent = { type: 'FlagWithdrawn', data };
    given(raceControlDecider, [sent()]).when(withdrawal).then([event]);
    expect(fold([sent(), event])).toEqual(fold([sent()]));
  });
});
