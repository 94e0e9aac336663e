import { Checkbox } from 'primereact/checkbox';
import type { ReactElement } from 'react';
import { FLAG_NAMES, type FlagCode } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/race.js';
import { Modal } from '../../../shared/ui/modal.js';
import { FLAG_KEYS } from '../flag-keys.js';

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
  <Modal header={TEXTS.keys.title} onHide={onClose}>
    <p>{TEXTS.keys.lead}</p>
    <dl className="keys">
      {codes.map((code) => (
        <div key={code}>
          <dt>
            <kbd>{FLAG_KEYS[code]}</kbd>
          </dt>
          <dd>{FLAG_NAMES[code]}</dd>
        </div>
      ))}
      {TEXTS.keys.others.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
    <label className="category" htmlFor="flag-keys">
      <Checkbox inputId="flag-keys" checked={isOn} onChange={() => onSwitch(!isOn)} />
      {TEXTS.keys.on}
    </label>
  </Modal>
);
