import { Button } from 'primereact/button';
import { Message } from 'primereact/message';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureText, errorKindOf } from '../../shared/failures.js';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/race.js';
import { Failure } from '../../shared/ui/failure.js';

/** In place of an event that could not be read. One that is not there, or not for this person, stays so: the way on is back. */
export const EventMissing = ({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement => {
  const navigate = useNavigate();
  const meaning = errorKindOf(error);
  if (meaning !== 'forbidden' && meaning !== 'missing') return <Failure error={error} onRetry={onRetry} />;
  return (
    <div className="failure">
      <Message severity="error" text={meaning === 'missing' ? TEXTS.race.notFound : failureText(error)} />
      <Button
        label={TEXTS.toEvents}
        icon="pi pi-arrow-left"
        outlined
        onClick={() => void navigate(PATHS.events)}
      />
    </div>
  );
};
