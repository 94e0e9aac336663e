import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/race.js';
import { useLiveCars, useRace } from '../race-context.js';
import { selectKnownOverdue } from '../state/cautions.js';
import type { AwaitedFlag } from '../state/confirmations.js';
import { confirmedBy, orderStateOf, overdueFrom, type OrderState } from '../state/order-states.js';
import { useRaceSelector } from '../state/race-store.js';
import { selectReach } from '../state/reach.js';
import { selectCars } from '../state/roster.js';
import { timeAtTrack, type GmtHoursAt } from '../track-clock.js';
import { RacePanel } from './race-panel.js';
import './unconfirmed-dialog.css';

const stateWords = (state: OrderState, gmtHoursAt: GmtHoursAt): string => {
  const words = TEXTS.flags;
  switch (state.kind) {
    case 'delivered':
      return words.shownNotConfirmed(timeAtTrack(state.at, gmtHoursAt));
    case 'queued':
      return words.sentNotConfirmed(timeAtTrack(state.at, gmtHoursAt));
    case 'notReachable':
      return state.at === null
        ? words.notReachable
        : words.notReachableSince(timeAtTrack(state.at, gmtHoursAt));
  }
};

const ConfirmedCars = ({ awaited }: { awaited: readonly AwaitedFlag[] }): ReactElement | null => {
  const { gmtHoursAt } = useRace();
  const missing = new Set(awaited.flatMap(({ cars }) => cars));
  const receivers = useRaceSelector(selectCars).filter((car) => !missing.has(car));
  // Of a car that confirmed several the newest counts.
  const Confirmed = awaited.toReversed().flatMap(({ flag }) => flag.Confirmed);
  const confirmed = confirmedBy({ Confirmed }, receivers);
  if (confirmed.length === 0) return null;
  return (
    <details className="unconfirmed-others">
      <summary>{TEXTS.flags.tally.confirmed(confirmed.length)}</summary>
      <ul className="unconfirmed">
        {confirmed.map(({ car: { invitationId, carNumber, pilot }, at }) => (
          <li key={invitationId}>
            <strong>{carNumber}</strong>
            <span>{pilot}</span>
            <time>{timeAtTrack(at, gmtHoursAt)}</time>
          </li>
        ))}
      </ul>
    </details>
  );
};

/**
 * How far a flag is with each car: those that have not confirmed it, because they cannot be reached or do not answer, and
 * when the others did. Of several flags of one kind each car is judged by its own.
 */
export const UnconfirmedDialog = ({
  title,
  awaited,
  onSendAgain,
  onClose,
}: {
  title: string;
  /** Newest first. */
  awaited: readonly AwaitedFlag[];
  /** Sends it again to those who have not confirmed it; null if that is not possible. */
  onSendAgain: (() => void) | null;
  onClose: () => void;
}): ReactElement => {
  const live = useLiveCars();
  const { gmtHoursAt } = useRace();
  const reach = useRaceSelector(selectReach);
  const late = useRaceSelector(selectKnownOverdue);
  const missing = awaited.flatMap(({ flag, cars }) => {
    const overdue = late.some(({ flagId }) => flagId === flag.FlagId) ? overdueFrom(flag) : null;
    return cars.map((car) => ({ car, flag, overdue }));
  });
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
          {missing.map(({ car: { invitationId, carNumber, pilot }, flag, overdue }) => {
            const state = orderStateOf(flag, { invitationId }, reach);
            // While the server does not know who is connected, a silent car is not reached either.
            const isSilent = state.kind === 'queued' && live.row(invitationId)?.isOffline === true;
            return (
              <li key={invitationId}>
                <strong>{carNumber}</strong>
                <span>{pilot}</span>
                <em data-reachable={!isSilent && state.kind !== 'notReachable'}>
                  {isSilent ? TEXTS.flags.notReachable : stateWords(state, gmtHoursAt)}
                  {overdue !== null && <b>{TEXTS.flags.overdueSince(timeAtTrack(overdue, gmtHoursAt))}</b>}
                </em>
              </li>
            );
          })}
        </ul>
      )}
      <ConfirmedCars awaited={awaited} />
    </RacePanel>
  );
};
