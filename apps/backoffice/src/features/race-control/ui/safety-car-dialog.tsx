import { Button } from 'primereact/button';
import { useEffect, useEffectEvent, useRef, useState, type ReactElement } from 'react';
import { FLAGS } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/race.js';
import { countDown } from '../count-down.js';
import { RacePanel } from './race-panel.js';

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
  useEffect(() => face.current?.focus(), []);

  return (
    <RacePanel
      header={TEXTS.flags.names[FLAGS.safetyCar]}
      place="receivers"
      onHide={onCancel}
      footer={<Button label={TEXTS.cancel} outlined severity="secondary" onClick={onCancel} />}
    >
      <p className="count-down" role="timer" tabIndex={-1} ref={face}>
        <strong>{left}</strong>
        <span>{TEXTS.flags.sendingIn(TEXTS.flags.names[FLAGS.safetyCar], receivers)}</span>
      </p>
    </RacePanel>
  );
};
