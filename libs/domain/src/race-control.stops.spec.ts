import { given } from '@flagpost/testing/given';
import { describe, it } from '@jest/globals';
import { raceControlDecider } from './race-control.js';
import { eventId, type Command, type Event } from './testing/race-control.js';

const stop = { eventId, invitationId: 5, stoppedAt: 20_000 };
const noteStop = (more: Partial<Command<'noteStop'>> = {}): Command<'noteStop'> => ({
  type: 'noteStop',
  ...stop,
  receivedAt: 20_100,
  saidOkAt: null,
  ...more,
});
const stopped: Event<'CarStopped'> = {
  type: 'CarStopped',
  data: { ...stop, receivedAt: 20_100, saidOkAt: null },
  occurredAt: 20_000,
};
const ask: Command<'noteQuestion'> = { type: 'noteQuestion', ...stop, receivedAt: 21_100, askedAt: 21_000 };
const asked: Event<'DriverAsked'> = {
  type: 'DriverAsked',
  data: { ...stop, receivedAt: 21_100, askedAt: 21_000 },
  occurredAt: 21_000,
};
const miss: Command<'noteMissedAnswer'> = {
  type: 'noteMissedAnswer',
  ...stop,
  receivedAt: 51_100,
  missedAt: 51_100,
};
const missed: Event<'AnswerMissed'> = {
  type: 'AnswerMissed',
  data: { ...stop, receivedAt: 51_100, missedAt: 51_100 },
  occurredAt: 51_100,
};
const driveOn: Command<'noteDriveOn'> = {
  type: 'noteDriveOn',
  ...stop,
  receivedAt: 60_100,
  droveOnAt: 60_000,
};
const droveOn: Event<'CarDroveOn'> = {
  type: 'CarDroveOn',
  data: { ...stop, receivedAt: 60_100, droveOnAt: 60_000 },
  occurredAt: 60_000,
};

describe('a stop outside the boxes', () => {
  it('is recorded once with each of its steps', () => {
    given(raceControlDecider, []).when(noteStop()).then([stopped]);
    given(raceControlDecider, [stopped]).when(ask).then([asked]);
    given(raceControlDecider, [stopped, asked]).when(miss).then([missed]);
    given(raceControlDecider, [stopped, asked, missed]).when(driveOn).then([droveOn]);
  });

  it('is not recorded again by what is read again', () => {
    const all = [stopped, asked, missed, droveOn];
    for (const command of [noteStop(), ask, miss, driveOn])
      given(raceControlDecider, all).when(command).then([]);
    for (const command of [noteStop(), ask, miss])
      given(raceControlDecider, [stopped, asked, missed]).when(command).then([]);
    given(raceControlDecider, [stopped])
      .when(noteStop({ stoppedAt: 10_000, receivedAt: 10_100 }))
      .then([]);
  });

  it('has no step of another stop, nor of another car', () => {
    for (const command of [ask, miss, driveOn]) {
      given(raceControlDecider, [stopped])
        .when({ ...command, stoppedAt: 19_000 })
        .then([]);
      given(raceControlDecider, [stopped])
        .when({ ...command, invitationId: 6 })
        .then([]);
    }
  });

  it('ends with the next one, if nobody has seen the car drive on', () => {
    const next = { stoppedAt: 90_000, receivedAt: 90_100 };
    given(raceControlDecider, [stopped, asked])
      .when(noteStop(next))
      .then([
        { type: 'CarDroveOn', data: { ...stop, receivedAt: 90_100, droveOnAt: 90_000 }, occurredAt: 90_000 },
        { ...stopped, data: { ...stopped.data, ...next }, occurredAt: 90_000 },
      ]);
  });

  it('has the first OK that is said of it as its answer, also within 10 s of another OK', () => {
    const say = (reportedAt: number, stoppedAt: number | null): Command<'takeReport'> => ({
      type: 'takeReport',
      report: 'ok',
      eventId,
      invitationId: 5,
      reportedAt,
      receivedAt: reportedAt + 100,
      stoppedAt,
    });
    const said = (reportedAt: number, stoppedAt: number | null): Event<'OkReported'> => ({
      type: 'OkReported',
      data: { eventId, invitationId: 5, reportedAt, receivedAt: reportedAt + 100, stoppedAt },
      occurredAt: reportedAt,
    });
    const before = [said(18_000, null), stopped, asked];
    given(raceControlDecider, before)
      .when(say(22_000, 20_000))
      .then([said(22_000, 20_000)]);
    given(raceControlDecider, [...before, said(22_000, 20_000)])
      .when(say(23_000, 20_000))
      .then([]);
    given(raceControlDecider, [...before, droveOn])
      .when(say(22_000, 20_000))
      .then([]);
  });
});
