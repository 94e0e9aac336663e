import { Button } from 'primereact/button';
import { InputText } from 'primereact/inputtext';
import { useId, useState, type KeyboardEvent, type ReactElement, type SubmitEvent } from 'react';
import { LIMITS } from '@flagpost/contracts';
import { newIdempotencyKey } from '../../../shared/idempotency-key.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { RULES } from '../../../shared/texts/rules.js';
import { useNotices } from '../../../shared/ui/notices.js';
import { useWriteNoteMutation } from '../api.js';
import { useRace } from '../race-context.js';
import './note-form.css';

const words = TEXTS.feed.note;

/** A note for all viewers and the report, at the head of the feed. What was typed stays until it is written. */
export const NoteForm = ({
  draft,
  onDraft,
  onWritten,
  onCancel,
}: {
  draft: string;
  onDraft: (text: string) => void;
  onWritten: () => void;
  onCancel: () => void;
}): ReactElement => {
  const { eventId } = useRace();
  const [write, { isLoading }] = useWriteNoteMutation();
  const notices = useNotices();
  /** A note that was not answered is sent again under its own key; another text is another note. */
  const [key, setKey] = useState(newIdempotencyKey);
  const [isMissing, setIsMissing] = useState(false);
  const countId = useId();
  const keptId = useId();

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const Text = draft.trim();
    setIsMissing(Text === '');
    if (Text === '' || isLoading) return;
    try {
      await write({ key, request: { EventId: eventId, Text } }).unwrap();
      onWritten();
    } catch (error) {
      notices.showError(error);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // On a phone it would close the sheet around the form as well.
    event.nativeEvent.stopPropagation();
    onCancel();
  };

  return (
    <form className="note-form" aria-label={words.write} onSubmit={(event) => void submit(event)}>
      <InputText
        autoFocus
        aria-label={words.text}
        aria-describedby={`${countId} ${keptId}`}
        placeholder={words.text}
        maxLength={LIMITS.note}
        value={draft}
        invalid={isMissing}
        readOnly={isLoading}
        onKeyDown={onKeyDown}
        onChange={({ target: { value } }) => {
          onDraft(value);
          setKey(newIdempotencyKey());
          setIsMissing(false);
        }}
      />
      <small id={countId}>{TEXTS.flags.characters(draft.length, LIMITS.note)}</small>
      <Button type="submit" size="small" label={words.save} loading={isLoading} />
      <Button
        type="button"
        size="small"
        text
        severity="secondary"
        label={TEXTS.cancel}
        onKeyDown={onKeyDown}
        onClick={onCancel}
      />
      <small id={keptId} className="note-form-kept">
        {TEXTS.keptForGood}
      </small>
      {isMissing && (
        <small className="p-error" role="alert">
          {RULES.fields.message}
        </small>
      )}
    </form>
  );
};
