import { useState } from 'react';
import { flagOf, type FlagCode } from '@flagpost/contracts';
import { useNotices } from '../../../shared/ui/notices.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useRace } from '../race-context.js';
import { flagRequestFor, sectorOf, stepFor } from '../send-flag.js';
import { selectIsRed, takesFromRed } from '../state/lifted-reds.js';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { ALL_CARS, carsOf, receiversChosen, selectReceivers, type Receivers } from '../state/receivers.js';
import { selectCars } from '../state/roster.js';
import { beginCountDown } from '../state/safety-car.js';
import { sectorChosen } from '../state/view.js';
import { EMPTY_MESSAGE } from './message-dialog.js';
import type { useSectors } from './sector-choice.js';
import { useSendFlag } from './use-send-flag.js';

/** Its receivers are named on the wire, also if they are every car of this moment. */
const isNamed = (code: FlagCode): boolean => flagOf(code).receivers !== 'any';

/** A flag that waits; `to` was addressed when it began to. */
interface Waiting {
  code: FlagCode;
  to: Receivers;
  /** Its receivers were typed for this flag alone. */
  isTyped: boolean;
}

/** For its car, or for its words. */
interface Filling extends Waiting {
  what: 'chooseCar' | 'writeMessage';
}

interface Sent {
  message?: string;
  isTyped?: boolean;
}

/** Carries out the press of a flag: at once, or after what it waits for. */
export const useFlagPress = (sectors: ReturnType<typeof useSectors>) => {
  const { eventId, safetyCarDelayS, cars: live } = useRace();
  const cars = useRaceSelector(selectCars);
  const receivers = useRaceSelector(selectReceivers);
  const isRed = useRaceSelector(selectIsRed);
  const sendFlag = useSendFlag();
  const dispatch = useRaceDispatch();
  const notices = useNotices();
  const [draft, setDraft] = useState(EMPTY_MESSAGE);
  /** For yes or no. */
  const [asking, setAsking] = useState<Waiting | null>(null);
  /** It would lift red. */
  const [lifting, setLifting] = useState<Waiting | null>(null);
  /** Its form is open beside the flags, which stay in use. */
  const [filling, setFilling] = useState<Filling | null>(null);

  const idsOf = (to: Receivers): number[] => carsOf(to, cars).map(({ invitationId }) => invitationId);
  /** What a press does for these receivers. */
  const stepOf = (code: FlagCode, to: Receivers = receivers) =>
    stepFor(
      code,
      { kind: to.kind, cars: idsOf(to).length },
      { safetyCarDelayS, hasSector: sectors.chosen !== null },
    );
  const liftsRed = (code: FlagCode): boolean =>
    isRed && takesFromRed(code) && sectorOf(code, sectors.chosen) === null;

  /**
   * Categories are resolved to their cars at this moment. The choice of receivers is dropped after each sending; a number
   * that was typed for this flag alone leaves it as it is.
   */
  const send = (code: FlagCode, to: Receivers, { message, isTyped = false }: Sent = {}): void => {
    setAsking(null);
    setLifting(null);
    const ids = to.kind === 'all' && !isNamed(code) ? [] : idsOf(to);
    if (to.kind !== 'all' && ids.length === 0) {
      // They have left the race since: without receivers the flag would be for every car.
      notices.warning(TEXTS.flags.atLeastOne);
      return;
    }
    sendFlag(flagRequestFor(eventId, code, ids, message ?? null, sectors.chosen));
    if (!isTyped) dispatch(receiversChosen(ALL_CARS));
    dispatch(sectorChosen(null));
  };

  const press = (code: FlagCode, to: Receivers = receivers, isTyped = false): void => {
    const next = stepOf(code, to);
    if (next.step === 'refuse') notices.warning(next.text);
    else if (next.step !== 'confirm' && liftsRed(code)) setLifting({ code, to, isTyped });
    else if (next.step === 'send') send(code, to, { isTyped });
    else if (next.step === 'countDown') dispatch(beginCountDown(to, live));
    else if (next.step === 'confirm') setAsking({ code, to, isTyped });
    else {
      if (next.step === 'writeMessage' && to.kind !== 'all') setDraft({ ...draft, to });
      setFilling({ what: next.step, code, to, isTyped });
    }
  };

  const lift = ({ code, to, isTyped }: Waiting): void => {
    setLifting(null);
    if (stepOf(code, to).step === 'countDown') dispatch(beginCountDown(to, live));
    else send(code, to, { isTyped });
  };

  return {
    stepOf,
    liftsRed,
    send,
    press,
    lift,
    asking,
    lifting,
    filling,
    draft,
    setDraft,
    stopAsking: () => setAsking(null),
    stopLifting: () => setLifting(null),
    stopFilling: () => setFilling(null),
  };
};

export type FlagPress = ReturnType<typeof useFlagPress>;
