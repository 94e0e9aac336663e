import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import type { ReactElement } from 'react';
import { failureText } from '../failures.js';
import { TEXTS } from '../texts/common.js';
import './failure.css';

/** The server's words and a way to try again. */
export const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement => (
  <div className="failure">
    <Message severity="error" text={failureText(error)} />
    <Button label={TEXTS.retry} icon="pi pi-refresh" outlined onClick={onRetry} />
  </div>
);
