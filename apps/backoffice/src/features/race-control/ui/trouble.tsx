import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { TEXTS } from '../../../shared/texts/race.js';

/** A line of the state strip: something is not as it should be. */
export const Trouble = ({
  text,
  announced,
  icon = 'pi pi-exclamation-triangle',
  isUrgent = false,
  onRetry,
}: {
  text: string;
  /** What a screen reader tells in place of a text that changes by itself. */
  announced?: string;
  icon?: string;
  /** Interrupts a screen reader. */
  isUrgent?: boolean;
  onRetry?: () => void;
}): ReactElement => {
  const role = isUrgent ? 'alert' : 'status';
  const isSplit = announced !== undefined;
  return (
    <li className="race-trouble">
      {isSplit && (
        <span className="visually-hidden" role={role}>
          {announced}
        </span>
      )}
      <div role={isSplit ? undefined : role}>
        <i className={icon} aria-hidden="true" />
        <span title={text} aria-hidden={isSplit}>
          {text}
        </span>
        {onRetry !== undefined && (
          <Button label={TEXTS.retry} icon="pi pi-refresh" size="small" outlined onClick={onRetry} />
        )}
      </div>
    </li>
  );
};
