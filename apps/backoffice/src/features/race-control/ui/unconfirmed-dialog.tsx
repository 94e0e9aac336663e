import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { isFlagCode, type FlagRow } from '@flagpost/contracts';
import { useAppSelector } from '../../../app/store.js';
import { TEXTS } from '../../../shared/texts.js';
import { Modal } from '../../../shared/ui/modal.js';
import { useLiveCars, useRace } from '../race-context.js';
import { flagRequestFor } from '../send-flag.js';
import { selectFlagRows, unconfirmedOf } from '../state/flags.js';
import { selectCars } from '../state/roster.js';
import { useSendFlag } from './use-send-flag.js';
import './unconfirmed-dialog.css';

/** The cars that have not confirmed a flag: those that cannot be reached, and those that do not answer. */
export const UnconfirmedDialog = ({
  flagId,
  titleOf,
  onClose,
}: {
  flagId: number;
  titleOf: (flag: FlagRow) => string;
  onClose: () => void;
}): ReactElement | null => {
  const { eventId, mayControl } = useRace();
  const live = useLiveCars();
  const flag = useAppSelector((state) => selectFlagRows(state).find(({ FlagId }) => FlagId === flagId));
  const cars = useAppSelector(selectCars);
  const sendFlag = useSendFlag();
  if (flag === undefined || !isFlagCode(flag.StateId)) return null;

  const { StateId: code, Message } = flag;
  const missing = unconfirmedOf(flag, cars);
  const sendAgain = (): void => {
    const ids = missing.map(({ invitationId }) => invitationId);
    sendFlag(flagRequestFor(eventId, code, ids, Message));
    onClose();
  };

  return (
    <Modal
      header={titleOf(flag)}

      onHide={onClose}
      footer={
        mayControl &&
        flag.ClearedAt === null &&
        missing.length > 0 && <Button label={TEXTS.flags.sendAgain} onClick={sendAgain} />
      }
    >
      {missing.length === 0 ? (
        <p>{TEXTS.flags.allConfirmed}</p>
      ) : (
        <ul className="unconfirmed">
          {missing.map(({ invitationId, carNumber, pilot }) => {
            const isOffline = live.row(invitationId)?.isOffline === true;
            return (
              <li key={invitationId}>
                <strong>{carNumber}</strong>
                <span>{pilot}</span>
                <em data-reachable={!isOffline}>
                  {isOffline ? TEXTS.flags.notReachable : TEXTS.flags.notConfirmed}
                </em>
              </li>
            );
          })}
        </ul>
      )}
    </Modal>
  );
};
