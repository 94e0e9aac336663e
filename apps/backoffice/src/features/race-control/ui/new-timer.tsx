import { Button } from 'primereact/button';
import { InputText } from 'primereact/inputtext';
import { useId, useState, type ReactElement, type SubmitEvent } from 'react';
import { LIMITS } from '@flagpost/contracts';
import { newIdempotencyKey } from '../../../shared/idempotency-key.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { RULES } from '../../../shared/texts/rules.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { useCreateTimerMutation } from '../api.js';
import { useRace } from '../race-context.js';
import './timers-panel.css';

/** A new timer by its title, which stays until it is created. */
export const NewTimer = (): ReactElement => {
  const { eventId } = useRace();
  const [create, { isLoading }] = useCreateTimerMutation();
  const notices = useNotices();
  /** A timer that was not answered is sent again under its own key; another title is another timer. */
  const [key, setKey] = useState(newIdempotencyKey);
  const [title, setTitle] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const keptId = useId();

  const type = (typed: string): void => {
    setTitle(typed);
    setKey(newIdempotencyKey());
    setIsMissing(false);
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const Title = title.trim();
    setIsMissing(Title === '');
    if (Title === '' || isLoading) return;
    try {
      await create({ key, request: { EventId: eventId, Title } }).unwrap();
      type('');
    } catch (error) {
      notices.showError(error);
    }
  };

  return (
    <form className="timer-new" onSubmit={(event) => void submit(event)}>
      <InputText
        aria-label={TEXTS.timers.title}
        aria-describedby={keptId}
        placeholder={TEXTS.timers.title}
        maxLength={LIMITS.name}
        value={title}
        invalid={isMissing}
        readOnly={isLoading}
        onChange={({ target }) => type(target.value)}
      />
      <Button
        type="submit"
        icon="pi pi-plus"
        outlined
        loading={isLoading}
        aria-label={TEXTS.timers.create}
        title={TEXTS.timers.create}
      />
      <small id={keptId}>{TEXTS.keptForGood}</small>
      {isMissing && (
        <small className="p-error" role="alert">
          {RULES.fields.timerTitle}
        </small>
      )}
    </form>
  );
};
