import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/race.js';
import { RacePanel } from './race-panel.js';

/**
 * The yes/no question of red and checkered. Its focused answer always means all cars; chosen receivers have a button of
 * their own.
 */
export const ConfirmFlag = ({
  flag,
  only,
  liftsRed,
  onAll,
  onOnly,
  onNo,
}: {
  flag: string;
  /** 'Only car 7'; null if all cars, or nobody, are chosen. */
  only: string | null;
  /** It would lift red: then no answer sends it by Enter alone. */
  liftsRed: boolean;
  onAll: () => void;
  onOnly: () => void;
  onNo: () => void;
}): ReactElement => (
  <RacePanel
    header={flag}
    place="receivers"
    onHide={onNo}
    footer={
      <>
        <Button label={TEXTS.no} text severity="secondary" autoFocus={liftsRed} onClick={onNo} />
        {only !== null && <Button label={only} outlined onClick={onOnly} />}
        <Button
          label={only === null ? TEXTS.yes : TEXTS.flags.yesAll}
          autoFocus={!liftsRed}
          onClick={onAll}
        />
      </>
    }
  >
    {liftsRed && <strong>{TEXTS.flags.redInForce} </strong>}
    {TEXTS.flags.sendTo(flag, TEXTS.flags.allCars)}
  </RacePanel>
);
