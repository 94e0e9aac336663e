import type { Tally } from '../state/order-states.js';
import { isFlagCode } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/race.js';
import type { RosterCar } from '../state/roster.js';
import { receiverNames } from './receivers.js';

export const flagName = (code: number): string => (isFlagCode(code) ? TEXTS.flags.names[code] : String(code));

const addressed = (cars: readonly RosterCar[], ids: readonly number[]): string =>
  receiverNames(
    cars.filter(({ invitationId }) => ids.includes(invitationId)).map(({ carNumber }) => carNumber),
  );

/** 'Yellow to Car 12, 31', with the words of a message. */
export const flagWords = (
  cars: readonly RosterCar[],
  {
    StateId,
    InvitationsSelected,
    Message,
  }: { StateId: number; InvitationsSelected: number[]; Message?: string | null },
): string => {
  const words = TEXTS.feed.flag(flagName(StateId), addressed(cars, InvitationsSelected));
  return Message == null || Message === '' ? words : TEXTS.feed.withMessage(words, Message);
};

/** '18 confirmed, 3 not yet, 3 not reachable'; what is none is left out, but for the confirmed. */
export const tallyWords = ({ confirmed, notYet, notReachable }: Tally): string =>
  [
    TEXTS.flags.tally.confirmed(confirmed),
    ...(notYet > 0 ? [TEXTS.flags.tally.notYet(notYet)] : []),
    ...(notReachable > 0 ? [TEXTS.flags.tally.notReachable(notReachable)] : []),
  ].join(', ');
