import { RACE } from '@flagpost/contracts';
import { given } from '@flagpost/testing/given';
import { describe, expect, it } from '@jest/globals';
import { raceControlDecider } from './race-control.js';
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

const show = (more: Partial<Command<'showFlag'>> = {}): Command<'showFlag'> => ({
  type: 'showFlag',
  eventId,
  invitationId: 5,
  flagId: 41,
  shownAt: 1_500,
  receivedAt: 1_600,
  authorized: true,
  ...more,
});
const shown = (more: Partial<Event<'FlagShown'>['data']> = {}): Event<'FlagShown'> => ({
  type: 'FlagShown',
  data: { eventId, flagId: 41, invitationId: 5, shownAt: 1_500, receivedAt: 1_600, ...more },
  occurredAt: 1_500,
});
const withdrawn: Event<'FlagWithdrawn'> = {
  type: 'FlagWithdrawn',
  data: {
    eventId,
    flag: { flagId: 41, withdrawalId: 42, receivers: [] },
    by: director,
    withdrawnAt: 1_200,
  },
};

describe('a flag that a device has shown', () => {
  it('is recorded once for each car, with the time of the race', () => {
    given(raceControlDecider, [sent()]).when(show()).then([shown()]);
    given(raceControlDecider, [sent(), shown()])
      .when(show({ shownAt: 1_700 }))
      .then([]);
    given(raceControlDecider, [sent(), shown()])
      .when(show({ invitationId: 6 }))
      .then([shown({ invitationId: 6 })]);
  });

  it('is recorded after its confirmation too, and when it was cleared or taken back meanwhile', () => {
    const confirmed: Event<'FlagConfirmed'> = {
      type: 'FlagConfirmed',
      data: { eventId, flagId: 41, invitationId: 5, confirmedAt: 1_550, receivedAt: 1_560 },
      occurredAt: 1_550,
    };
    const cleared: Event<'FlagsCleared'> = {
      type: 'FlagsCleared',
      data: { eventId, by: director, clearedAt: 1_300 },
    };
    for (const before of [confirmed, cleared, withdrawn])
      given(raceControlDecider, [sent(), before]).when(show()).then([shown()]);
  });

  it('may be the withdrawal of one', () => {
    given(raceControlDecider, [sent(), withdrawn])
      .when(show({ flagId: 42 }))
      .then([shown({ flagId: 42 })]);
  });

  it.each([
    ['was never sent', show({ flagId: 99 }), sent()],
    ['was for other cars', show(), sent({ receivers: [6] })],
    ['was for all, and the car may not run', show({ authorized: false }), sent()],
  ])('counts for nothing if it %s', (_, command, flag) => {
    given(raceControlDecider, [flag]).when(command).then([]);
  });

  it('confirms nothing: the newest unconfirmed flag stays', () => {
    const confirm: Command<'confirmFlag'> = {
      type: 'confirmFlag',
      eventId,
      invitationId: 5,
      flagId: null,
      confirmedAt: 2_000,
      receivedAt: 2_000,
      authorized: true,
    };
    const [event] = raceControlDecider.decide(confirm, fold([sent(), shown()]));
    expect(event).toMatchObject({ type: 'FlagConfirmed', data: { flagId: 41 } });
    given(raceControlDecider, [sent(), shown()])
      .when(send({ now: 9_000, flagId: 43 }))
      .then([sent({ flagId: 43, sentAt: 9_000 })]);
  });
});

const report = (more: Partial<Command<'takeReport'>> = {}): Command<'takeReport'> => ({
  type: 'takeReport',
  report: 'hazard',
  stoppedAt: null,
  eventId,
  invitationId: 5,
  reportedAt: 20_000,
  receivedAt: 20_100,
  ...more,
});
const hazard: Event<'HazardReported'> = {
  type: 'HazardReported',
  data: { eventId, invitationId: 5, reportedAt: 20_000, receivedAt: 20_100 },
  occurredAt: 20_000,
};
const close = RACE.sameReportMs - 1;

describe("a driver's report", () => {
  it('is recorded at any time, also after the event and of a car that may not run', () => {
    given(raceControlDecider, [])
      .when(report({ reportedAt: race.finishesAt + 1 }))
      .then([
        {
          ...hazard,
          data: { ...hazard.data, reportedAt: race.finishesAt + 1 },
          occurredAt: race.finishesAt + 1,
        },
      ]);
  });

  it('is of its own kind: OK is no answer to a hazard', () => {
    given(raceControlDecider, [hazard])
      .when(report({ report: 'ok' }))
      .then([{ ...hazard, type: 'OkReported', data: { ...hazard.data, stoppedAt: null } }]);
  });

  it.each([
    ['the same one, sent again because its answer was lost', { receivedAt: 80_000 }],
    ['a hand that presses twice', { reportedAt: 20_000 + close }],
    ['one that another overtook', { reportedAt: 20_000 - close }],
  ])('is one press: %s', (_, more) => {
    given(raceControlDecider, [hazard]).when(report(more)).then([]);
  });

  it('is another one after ten seconds, and of another car at once', () => {
    const later = { reportedAt: 20_000 + RACE.sameReportMs };
    given(raceControlDecider, [hazard])
      .when(report(later))
      .then([{ ...hazard, data: { ...hazard.data, ...later }, occurredAt: later.reportedAt }]);
    given(raceControlDecider, [hazard])
      .when(report({ invitationId: 6 }))
      .then([{ ...hazard, data: { ...hazard.data, invitationId: 6 } }]);
  });
});
