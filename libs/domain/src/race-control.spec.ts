import { FLAGS, LIMITS, NO_FLAGS, TRACK_FLAGS } from '@flagpost/contracts';
import { given } from '@flagpost/testing';
import { describe, expect, it } from '@jest/globals';
import { flagsOf } from './car-flags.js';
import {
  lapEpochsOf,
  raceControlDecider,
  type RaceControlCommand,
  type RaceControlEvent,
  type RaceControlState,
} from './race-control.js';

type Command<Type> = Extract<RaceControlCommand, { type: Type }>;
type Event<Type> = Extract<RaceControlEvent, { type: Type }>;

const eventId = 1;
const director = 22;
const race = { published: true, finishesAt: 100_000, authorized: [5, 6, 7] };
const fold = (events: readonly RaceControlEvent[]): RaceControlState =>
  events.reduce(raceControlDecider.evolve, raceControlDecider.initialState);

const send = (changes: Partial<Command<'sendFlag'>>): Command<'sendFlag'> => ({
  type: 'sendFlag',
  eventId,
  flagId: 41,
  code: FLAGS.yellow,
  receivers: [],
  message: null,
  sectorId: null,
  sectorImg: null,
  sanctionedDriver: null,
  by: director,
  now: 1_000,
  race,
  ...changes,
});
const sent = (changes: Partial<Event<'FlagSent'>['data']> = {}): Event<'FlagSent'> => ({
  type: 'FlagSent',
  data: {
    eventId,
    flagId: 41,
    code: FLAGS.yellow,
    receivers: [],
    message: null,
    sectorId: null,
    sectorImg: null,
    sanctionedDriver: null,
    by: director,
    sentAt: 1_000,
    ...changes,
  },
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

  it.each([...TRACK_FLAGS, FLAGS.checkered])('%d with no receivers goes to all', (code) => {
    given(raceControlDecider, [])
      .when(send({ code }))
      .then([sent({ code })]);
  });

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

const raise = (changes: Partial<Command<'raiseSos'>> = {}): Command<'raiseSos'> => ({
  type: 'raiseSos',
  eventId,
  alertId: 51,
  invitationId: 5,
  raisedAt: 2_000,
  receivedAt: 2_100,
  ...changes,
});
const raised = (changes: Partial<Event<'SosRaised'>['data']> = {}): Event<'SosRaised'> => {
  const data = { eventId, alertId: 51, invitationId: 5, raisedAt: 2_000, receivedAt: 2_100, ...changes };
  return { type: 'SosRaised', data, occurredAt: data.raisedAt };
};
const cleared = (changes: Partial<Event<'SosCleared'>['data']> = {}): Event<'SosCleared'> => ({
  type: 'SosCleared',
  data: {
    eventId,
    alertId: 51,
    invitationId: 5,
    by: director,
    clearedAt: 3_000,
    receivedAt: 3_000,
    ...changes,
  },
});

describe('clearing the flags', () => {
  const clear: Command<'clearFlags'> = { type: 'clearFlags', eventId, by: director, now: 3_000, race };
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

  it('ends every open SOS, by name', () => {
    given(raceControlDecider, [raised(), raised({ alertId: 52, invitationId: 6 })])
      .when(clear)
      .then([flagsCleared, cleared(), cleared({ alertId: 52, invitationId: 6 })]);
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

describe('an SOS', () => {
  const clearOfCar = (receivedAt: number): Command<'clearSosOfCar'> => ({
    type: 'clearSosOfCar',
    eventId,
    invitationId: 5,
    clearedAt: receivedAt - 100,
    receivedAt,
  });
  const byCar = cleared({ by: null, clearedAt: 3_900, receivedAt: 4_000 });

  it('is raised with the time of the device', () => {
    given(raceControlDecider, []).when(raise()).then([raised()]);
  });

  it('is raised once until cleared', () => {
    given(raceControlDecider, [raised()])
      .when(raise({ alertId: 52, receivedAt: 2_200 }))
      .then([]);
    const again = { alertId: 52, raisedAt: 5_000, receivedAt: 5_100 };
    given(raceControlDecider, [raised(), byCar])
      .when(raise(again))
      .then([raised(again)]);
    const other = { alertId: 52, invitationId: 6 };
    given(raceControlDecider, [raised()])
      .when(raise(other))
      .then([raised(other)]);
  });

  it('stated again after its clearing changes nothing', () => {
    given(raceControlDecider, [raised(), byCar])
      .when(raise({ alertId: 52 }))
      .then([]);
    given(raceControlDecider, [raised(), cleared()])
      .when(raise({ alertId: 52 }))
      .then([]);
  });

  it('that a director could not know of is raised in spite of the clearing', () => {
    const unseen = { alertId: 52, raisedAt: 2_900, receivedAt: 2_950 };
    given(raceControlDecider, [raised(), cleared({ clearedAt: 3_000 })])
      .when(raise(unseen))
      .then([raised(unseen)]);
  });

  it('is cleared by the car itself', () => {
    given(raceControlDecider, [raised()]).when(clearOfCar(4_000)).then([byCar]);
    given(raceControlDecider, []).when(clearOfCar(4_000)).then([]);
    given(raceControlDecider, [raised(), byCar]).when(clearOfCar(4_000)).then([]);
  });

  it('is not cleared by a signal older than itself', () => {
    const again = raised({ alertId: 52, raisedAt: 5_000, receivedAt: 5_100 });
    given(raceControlDecider, [raised(), byCar, again]).when(clearOfCar(4_000)).then([]);
  });

  const clear = (alertId: number): Command<'clearSos'> => ({
    type: 'clearSos',
    eventId,
    alertId,
    by: director,
    now: 3_000,
  });

  it('is cleared by a director, by name', () => {
    given(raceControlDecider, [raised()]).when(clear(51)).then([cleared()]);
    given(raceControlDecider, [raised(), byCar]).when(clear(51)).then([]);
    given(raceControlDecider, [raised()]).when(clear(52)).thenRefused('sos.missing');
  });

  const acknowledge = (by: number, alertId = 51): Command<'acknowledgeSos'> => ({
    type: 'acknowledgeSos',
    eventId,
    alertId,
    by,
    now: 2_500,
  });
  const acknowledged: RaceControlEvent = {
    type: 'SosAcknowledged',
    data: { eventId, alertId: 51, invitationId: 5, by: director, acknowledgedAt: 2_500 },
  };

  it('is acknowledged once, by name', () => {
    given(raceControlDecider, [raised()]).when(acknowledge(director)).then([acknowledged]);
    given(raceControlDecider, [raised(), acknowledged]).when(acknowledge(23)).then([]);
    given(raceControlDecider, [raised()]).when(acknowledge(director, 52)).thenRefused('sos.missing');
  });

  it('may be acknowledged when the car has cleared it meanwhile', () => {
    given(raceControlDecider, [raised(), byCar]).when(acknowledge(director)).then([acknowledged]);
  });

  it('stays known while open, however many follow', () => {
    const later = Array.from({ length: 600 }, (_, index) => {
      const alert = { alertId: 100 + index, invitationId: 6, receivedAt: 10_000 + index };
      return [raised(alert), cleared(alert)];
    }).flat();
    const { alerts } = fold([raised(), ...later]);
    expect(alerts[0]).toMatchObject({ alertId: 51, open: true });
    expect(alerts.length).toBeLessThanOrEqual(502);
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

  it('of an unknown flag decides nothing', () => {
    given(raceControlDecider, flags)
      .when(confirm({ flagId: 99 }))
      .then([]);
  });
});

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
