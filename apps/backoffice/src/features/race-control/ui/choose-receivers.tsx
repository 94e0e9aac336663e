import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { ALL_CARS, receiversChosen, selectReceivers } from '../state/receivers.js';
import { RacePanel } from './race-panel.js';
import { ReceiversPicker } from './receivers-picker.js';

/** The chooser of the receivers: each press counts at once, as the banner shows. */
export const ChooseReceivers = ({ onClose }: { onClose: () => void }): ReactElement => {
  const chosen = useRaceSelector(selectReceivers);
  const dispatch = useRaceDispatch();
  return (
    <RacePanel
      header={TEXTS.flags.chooseReceivers}
      onHide={onClose}
      footer={<Button label={TEXTS.close} onClick={onClose} />}
    >
      <ReceiversPicker
        chosen={chosen}
        onChoose={(receivers) => dispatch(receiversChosen(receivers ?? ALL_CARS))}
      />
    </RacePanel>
  );
};
