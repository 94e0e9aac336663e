import type { CarTrouble } from '@flagpost/contracts';
import type { Decider, DomainEvent } from './decider.js';
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

export type FieldCheckCommand = { readonly type: 'recordFieldCheck'; readonly found: FieldFound } & Acted;

export type FieldCheckEvent = DomainEvent<
  'FieldChecked',
  { eventId: number; by: number; at: number } & FieldFound
>;

/** Checks of an event so far. */
export interface FieldCheckState {
  readonly checks: number;
}

const decide = ({ eventId, finishesAt, by, now, found }: FieldCheckCommand): readonly FieldCheckEvent[] => {
  refusePast({ now, finishesAt });
  return [{ type: 'FieldChecked', data: { eventId, by, at: now, ...found } }];
};

const evolve = ({ checks }: FieldCheckState): FieldCheckState => ({ checks: checks + 1 });

export const fieldCheckDecider: Decider<FieldCheckCommand, FieldCheckEvent, FieldCheckState> = {
  initialState: { checks: 0 },
  decide,
  evolve,
};
