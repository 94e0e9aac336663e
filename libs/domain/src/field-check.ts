import type { CarTrouble } from '@flagpost/contracts';
import { refuse, unreachable, type Decider, type DomainEvent } from './decider.js';
import { refusePast } from './rules.js';

/** The check of an event's cars before the start. `by` is the id of the acting user, `now` and `at` are epoch ms. */
interface Acted {
  readonly eventId: number;
  readonly finishesAt: number;
  readonly by: number;
  readonly now: number;
}

/** A car that was not well, and why. */
interface TroubledCar {
  readonly invitationId: number;
  readonly troubles: readonly CarTrouble[];
}

export interface FieldFound {
  /** How many cars there were, and how many of them were well. */
  readonly cars: number;
  readonly well: number;
  readonly troubled: readonly TroubledCar[];
}

export type FieldCheckCommand =
  | ({ readonly type: 'recordFieldCheck'; readonly found: FieldFound } & Acted)
  /** Codes that lead to the pages of these cars, by invitation id. */
  | ({ readonly type: 'makeCarCodes'; readonly receivers: readonly number[] } & Acted)
  /** Refused while a flag of the track is in force: drivers must not take a test for it, or it for a test. */
  | ({ readonly type: 'sendTestFlag'; readonly cars: number; readonly hasTrackFlag: boolean } & Acted);

interface Happened {
  eventId: number;
  by: number;
  at: number;
}

export type FieldCheckEvent =
  | DomainEvent<'FieldChecked', Happened & FieldFound>
  /** Whoever made them could open the pages of these cars. */
  | DomainEvent<'CarCodesMade', Happened & { receivers: readonly number[] }>
  /** To this many cars; `testId` counts the tests of the event, from 1. */
  | DomainEvent<'TestFlagSent', Happened & { testId: number; cars: number }>;

/** Tests of an event so far. */
export interface FieldCheckState {
  readonly tests: number;
}

const decide = (command: FieldCheckCommand, { tests }: FieldCheckState): readonly FieldCheckEvent[] => {
  const { eventId, finishesAt, by, now } = command;
  refusePast({ now, finishesAt });
  const happened: Happened = { eventId, by, at: now };
  switch (command.type) {
    case 'recordFieldCheck':
      return [{ type: 'FieldChecked', data: { ...happened, ...command.found } }];
    case 'makeCarCodes':
      return [{ type: 'CarCodesMade', data: { ...happened, receivers: command.receivers } }];
    case 'sendTestFlag': {
      if (command.hasTrackFlag) refuse('test.flagInForce');
      return [{ type: 'TestFlagSent', data: { ...happened, testId: tests + 1, cars: command.cars } }];
    }
    default:
      return unreachable(command);
  }
};

const evolve = (state: FieldCheckState, event: FieldCheckEvent): FieldCheckState => {
  switch (event.type) {
    case 'FieldChecked':
    case 'CarCodesMade':
      return state;
    case 'TestFlagSent':
      return { tests: event.data.testId };
    default:
      return unreachable(event);
  }
};

export const fieldCheckDecider: Decider<FieldCheckCommand, FieldCheckEvent, FieldCheckState> = {
  initialState: { tests: 0 },
  decide,
  evolve,
};
