import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { useSettingsQuery } from '../settings.js';
import { TEXTS } from '../texts/common.js';
import { Modal } from './modal.js';

const words = TEXTS.licenceLimit;

/** Shown if the limit of licences is reached: names the contact for more. */
export const LimitDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const { data: settings } = useSettingsQuery(null);
  return (
    <Modal
      header={words.title}
      onHide={onClose}
      footer={<Button label={words.goOn} autoFocus onClick={onClose} />}
    >
      {words.text(settings?.supportEmail ?? '')}
    </Modal>
  );
};
