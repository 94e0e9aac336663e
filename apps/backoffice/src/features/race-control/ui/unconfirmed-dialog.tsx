import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import type { FlagRow } from '@flagpost/contracts';
import { timeOfDay } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useLiveCars, useRace } from '../race-context.js';
import { orderStateOf, type OrderState } from '../state/order-states.js';
import { useRaceSelector } from '../state/race-store.js';
import { selectReach } from '../state/reach.js';
import type { RosterCar } from '../state/roster.js';
import { RacePanel } from './race-panel.js';
import './unconfirmed-dialog.css';

const stateWords = (state: OrderState, gmtHours: number): string => {
  const words = TEXTS.flags;
  switch (state.kind) {
    case 'delivered':
      return words.shownNotConfirmed(timeOfDay(state.at, gmtHours));
    case 'queued':
      return words.notConfirmed;
    case 'notReachable':
      return state.at === null ? words.notReachable : words.notReachableSince(timeOfDay(state.at, gmtHours));
  }
};

/** The cars that have not confirmed a flag: those that cannot be reached, and those that do not answer. */
export const UnconfirmedDialog = ({
  title,
  flag,
  missing,
  onSendAgain,
  onClose,
}: {
  title: string;
  flag: Pick<FlagRow, 'SentAt' | 'StateId' | 'Shown'>;
  missing: readonly RosterCar[];
  /** Sends it again to these; null if that is not possible. */
  onSendAgain: (() => void) | null;
  onClose: () => void;
}): ReactElement => {
  const live = useLiveCars();
  const { gmtHours } = useRace();
  const reach = useRaceSelector(selectReach);
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
            const state = orderStateOf(flag, { invitationId }, reach);
            // While the server does not know who is connected, a silent car is not reached either.
            const isSilent = state.kind === 'queued' && live.row(invitationId)?.isOffline === true;
            return (
              <li key={invitationId}>
                <strong>{carNumber}</strong>
                <span>{pilot}</span>
                <em data-reachable={!isSilent && state.kind !== 'notReachable'}>
                  {isSilent ? TEXTS.flags.notReachable : stateWords(state, gmtHours)}
                </em>
              </li>
            );
          })}
        </ul>
      )}
    </RacePanel>
  );
};
