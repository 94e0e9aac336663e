import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/race.js';

/** A line of the state strip: something is not as it should be. */
export const Trouble = ({
  text,
  icon = 'pi pi-exclamation-triangle',
  isUrgent = false,
  onRetry,
}: {
  text: string;
  icon?: string;
  /** Interrupts a screen reader. */
  isUrgent?: boolean;
  onRetry?: () => void;
}): ReactElement => (
  <li className="race-trouble">
    <div role={isUrgent ? 'alert' : 'status'}>
      <i className={icon} aria-hidden="true" />
      <span title={text}>{text}</span>
      {onRetry !== undefined && (
        <Button label={TEXTS.retry} icon="pi pi-refresh" size="small" outlined onClick={onRetry} />
      )}
    </div>
  </li>
);
