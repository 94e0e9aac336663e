import { given } from '@flagpost/testing/given';
import { describe, it } from '@jest/globals';
import { fieldCheckDecider, type FieldCheckCommand } from './field-check.js';

const FINISH = 100_000;
const found = {
  cars: 60,
  well: 58,
  troubled: [
    { invitationId: 12, troubles: ['noDevice'] },
    { invitationId: 31, troubles: ['battery', 'noFlags'] },
  ],
} as const;
const record = (now: number): FieldCheckCommand => ({
  type: 'recordFieldCheck',
  eventId: 1,
  finishesAt: FINISH,
  by: 22,
  now,
  found,
});
const checked = (at: number) => ({
  type: 'FieldChecked' as const,
  data: { eventId: 1, by: 22, at, ...found },
});

describe('a check of the cars', () => {
  it('is recorded with who made it, when, and what was found', () => {
    given(fieldCheckDecider, [])
      .when(record(1_000))
      .then([checked(1_000)]);
  });

  it('is recorded each time, also if nothing has changed', () => {
    given(fieldCheckDecider, [checked(1_000)])
      .when(record(2_000))
      .then([checked(2_000)]);
  });

  it('is refused once the event is over', () => {
    given(fieldCheckDecider, [])
      .when(record(FINISH + 1))
      .thenRefused('event.past');
  });
});

const test = (now: number, hasTrackFlag = false): FieldCheckCommand => ({
  type: 'sendTestFlag',
  eventId: 1,
  finishesAt: FINISH,
  by: 22,
  now,
  cars: 60,
  hasTrackFlag,
});
const tested = (at: number, testId: number) => ({
  type: 'TestFlagSent' as const,
  data: { eventId: 1, by: 22, at, testId, cars: 60 },
});

describe('a test flag', () => {
  it('has a number of its own, whatever was checked in between', () => {
    given(fieldCheckDecider, [])
      .when(test(1_000))
      .then([tested(1_000, 1)]);
    given(fieldCheckDecider, [tested(1_000, 1), checked(2_000)])
      .when(test(3_000))
      .then([tested(3_000, 2)]);
  });

  it('is refused while a flag is in force at the track, and once the event is over', () => {
    given(fieldCheckDecider, []).when(test(1_000, true)).thenRefused('test.flagInForce');
    given(fieldCheckDecider, [])
      .when(test(FINISH + 1))
      .thenRefused('event.past');
  });
});

it('codes of cars are recorded with who made them', () => {
  const receivers = [12, 31];
  const command = { type: 'makeCarCodes', eventId: 1, finishesAt: FINISH, by: 22, receivers } as const;
  given(fieldCheckDecider, [])
    .when({ ...command, now: 1_000 })
    .then([{ type: 'CarCodesMade', data: { eventId: 1, by: 22, at: 1_000, receivers } }]);
  given(fieldCheckDecider, [])
    .when({ ...command, now: FINISH + 1 })
    .thenRefused('event.past');
});
