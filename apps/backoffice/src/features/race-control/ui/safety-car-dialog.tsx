import { Button } from 'primereact/button';
import { useEffect, useEffectEvent, useRef, useState, type ReactElement } from 'react';
import { FLAGS } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/race.js';
import { Modal } from '../../../shared/ui/modal.js';
import { countDown } from '../count-down.js';

/** Counts the event's delay before the safety car is sent. No key sends it sooner. */
export const SafetyCarDialog = ({
  seconds,
  receivers,
  onEnd,
  onCancel,
}: {
  seconds: number;
  receivers: string;
  onEnd: () => void;
  onCancel: () => void;
}): ReactElement => {
  const [left, setLeft] = useState(seconds);
  const end = useEffectEvent(onEnd);
  const face = useRef<HTMLParagraphElement>(null);

  useEffect(() => countDown(seconds, { onLeft: setLeft, onEnd: () => end() }), [seconds]);

  return (
    <Modal
      header={TEXTS.flags.names[FLAGS.safetyCar]}

      focusOnShow={false}
      onShow={() => face.current?.focus()}
      onHide={onCancel}
      footer={<Button label={TEXTS.cancel} outlined severity="secondary" onClick={onCancel} />}
    >
      <p className="count-down" role="timer" tabIndex={-1} ref={face}>
        <strong>{left}</strong>
        <span>{TEXTS.flags.sendingIn(TEXTS.flags.names[FLAGS.safetyCar], receivers)}</span>
      </p>
    </Modal>
  );
};
