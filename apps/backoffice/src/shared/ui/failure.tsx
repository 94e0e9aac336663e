import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import type { ReactElement } from 'react';
import { failureText } from '../failures.js';
import { TEXTS } from '../texts/common.js';
import './failure.css';

/** The server's message, or the screen's own, and a button to retry. */
export const Failure = ({
  error,
  text,
  onRetry,
}: {
  error: unknown;
  text?: string | undefined;
  onRetry: () => void;
}): ReactElement => (
  <div className="failure">
    <Message severity="error" text={text ?? failureText(error)} />
    <Button label={TEXTS.retry} icon="pi pi-refresh" outlined onClick={onRetry} />
  </div>
);
