import { Checkbox } from 'primereact/checkbox';
import type { ReactElement } from 'react';
import { flagOf, type FlagCode } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/race.js';
import { Modal } from '../../../shared/ui/modal.js';

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
            <kbd>{flagOf(code).key}</kbd>
          </dt>
          <dd>{TEXTS.flags.names[code]}</dd>
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
