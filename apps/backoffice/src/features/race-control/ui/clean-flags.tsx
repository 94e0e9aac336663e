import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/race.js';
import { selectOpenAlerts } from '../state/alerts.js';
import { selectIsRed } from '../state/lifted-reds.js';
import { useRaceSelector } from '../state/race-store.js';
import { RacePanel } from './race-panel.js';

/** Asks before flags are cleared. If red is in force or an SOS is open, it says so, and no answer is the default. */
export const CleanFlags = ({
  onClean,
  onNo,
}: {
  /** `keep`: open SOS stay. */
  onClean: (alerts: 'clear' | 'keep') => void;
  onNo: () => void;
}): ReactElement => {
  const alerts = useRaceSelector(selectOpenAlerts);
  const isRed = useRaceSelector(selectIsRed);
  const isDanger = isRed || alerts.length > 0;
  return (
    <RacePanel
      header={TEXTS.flags.cleanTitle}
      onHide={onNo}
      footer={
        <>
          <Button label={TEXTS.no} text severity="secondary" autoFocus={isDanger} onClick={onNo} />
          <Button label={TEXTS.flags.cleanFlagsOnly} outlined onClick={() => onClean('keep')} />
          <Button
            label={TEXTS.flags.cleanAll}
            {...(isDanger && { severity: 'danger' as const })}
            autoFocus={!isDanger}
            onClick={() => onClean('clear')}
          />
        </>
      }
    >
      <p>{TEXTS.flags.cleanQuestion}</p>
      {isRed && (
        <p>
          <strong>{TEXTS.flags.redInForce}</strong>
        </p>
      )}
      {alerts.length > 0 && (
        <p>
          <strong>{TEXTS.flags.cleanSos(alerts.map(({ CarNumber }) => CarNumber).join(', '))}</strong>
        </p>
      )}
    </RacePanel>
  );
};
