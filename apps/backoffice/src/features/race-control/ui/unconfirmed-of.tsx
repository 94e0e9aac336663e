import type { ReactElement } from 'react';
import { isFlagCode } from '@flagpost/contracts';
import { useRaceSelector } from '../state/race-store.js';
import { useRace } from '../race-context.js';
import { flagRequestFor } from '../send-flag.js';
import { isUnder, missingOf, selectMissing } from '../state/confirmations.js';
import { selectFlagRows } from '../state/flags.js';
import { selectCars } from '../state/roster.js';
import { flagWords } from './flag-words.js';
import { UnconfirmedDialog } from './unconfirmed-dialog.js';
import { useSendFlag } from './use-send-flag.js';

/** Cars that have not confirmed a sent flag. It can be resent only while it is in force: an old red must not be. */
export const UnconfirmedOf = ({
  flagId,
  onClose,
}: {
  flagId: number;
  onClose: () => void;
}): ReactElement | null => {
  const { eventId, mayControl } = useRace();
  const flag = useRaceSelector((state) => selectFlagRows(state).find(({ FlagId }) => FlagId === flagId));
  const byFlag = useRaceSelector(selectMissing);
  const cars = useRaceSelector(selectCars);
  const sendFlag = useSendFlag();
  if (flag === undefined || !isFlagCode(flag.StateId)) return null;

  const { StateId: code, Message, SectorId, SectorImg } = flag;
  const missing = missingOf(byFlag, flag);
  const ids = missing.map(({ invitationId }) => invitationId);
  const maySendAgain = mayControl && missing.every((car) => isUnder(car, flag));
  const sendAgain = (): void =>
    sendFlag({ ...flagRequestFor(eventId, code, ids, Message), SectorId, SectorImg });
  return (
    <UnconfirmedDialog
      title={flagWords(cars, flag)}
      awaited={[{ flag, cars: missing }]}
      onSendAgain={maySendAgain ? sendAgain : null}
      onClose={onClose}
    />
  );
};
