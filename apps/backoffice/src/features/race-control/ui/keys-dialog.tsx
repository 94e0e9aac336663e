import { Checkbox } from 'primereact/checkbox';
import type { ReactElement } from 'react';
import { flagOf, type FlagCode } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/race.js';
import { KeyList } from '../../../shared/ui/key-list.js';
import { RacePanel } from './race-panel.js';

/** Which key arms which flag, and the switch for all of them. */
export const KeysDialog = ({
  codes,
  isOn,
  onSwitch,
  onClose,
}: {
  codes: readonly FlagCode[];
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  onClose: () => void;
}): ReactElement => (
  <RacePanel header={TEXTS.keys.title} onHide={onClose}>
    <p>{TEXTS.keys.lead}</p>
    <KeyList
      keys={[
        ...codes.map((code) => [flagOf(code).key, TEXTS.flags.names[code]] as const),
        ...TEXTS.keys.others,
      ]}
    />
    <label className="category" htmlFor="flag-keys">
      <Checkbox inputId="flag-keys" checked={isOn} onChange={() => onSwitch(!isOn)} />
      {TEXTS.keys.on}
    </label>
  </RacePanel>
);
