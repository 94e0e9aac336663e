import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/race.js';
import { useLiveCars } from '../race-context.js';
import type { RosterCar } from '../state/roster.js';
import { RacePanel } from './race-panel.js';
import './unconfirmed-dialog.css';

/** The cars that have not confirmed a flag: those that cannot be reached, and those that do not answer. */
export const UnconfirmedDialog = ({
  title,
  missing,
  onSendAgain,
  onClose,
}: {
  title: string;
  missing: readonly RosterCar[];
  /** Sends it again to these; null if that is not possible. */
  onSendAgain: (() => void) | null;
  onClose: () => void;
}): ReactElement => {
  const live = useLiveCars();
  const sendAgain = (): void => {
    onSendAgain?.();
    onClose();
  };
  return (
    <RacePanel
      header={title}
      onHide={onClose}
      footer={
        onSendAgain !== null &&
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
    </RacePanel>
  );
};
