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
