import { Button } from 'primereact/button';
import { InputText } from 'primereact/inputtext';
import { useRef, useState, type KeyboardEvent, type SubmitEvent, type ReactElement } from 'react';
import { LIMITS } from '@flagpost/contracts';
import { useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { RULES } from '../../../shared/texts/rules.js';
import { selectRecentMessages } from '../state/flags.js';
import { carsOf, type Receivers } from '../state/receivers.js';
import { selectCars } from '../state/roster.js';
import { RacePanel } from './race-panel.js';
import { useReceiverNames } from './receivers.js';
import { ReceiversPicker } from './receivers-picker.js';

export interface MessageDraft {
  readonly text: string;
  /** Null: nobody yet. */
  readonly to: Receivers | null;
}
export const EMPTY_MESSAGE: MessageDraft = { text: '', to: null };

/** Texts to take over in one press; `byKey`: by one of the keyboard. */
const Texts = ({
  title,
  texts,
  onChoose,
}: {
  title: string;
  texts: readonly string[];
  onChoose: (text: string, byKey: boolean) => void;
}): ReactElement | null =>
  texts.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <ul className="message-texts" aria-label={title}>
        {texts.map((text) => (
          <li key={text}>
            <button type="button" className="car-chip" onClick={({ detail }) => onChoose(text, detail === 0)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </>
  );

/** A message in words, to the receivers that are chosen here. What was written is kept until it is sent. */
export const MessageDialog = ({
  draft: { text, to },
  onDraft,
  onSend,
  onCancel,
}: {
  draft: MessageDraft;
  onDraft: (draft: MessageDraft) => void;
  onSend: (text: string, to: Receivers) => void;
  onCancel: () => void;
}): ReactElement => {
  const cars = useRaceSelector(selectCars);
  const { nameOf } = useReceiverNames();
  const recent = useRaceSelector(selectRecentMessages);
  const form = useRef<HTMLFormElement>(null);
  const setText = (next: string): void => onDraft({ text: next, to });
  /** From the keyboard the way goes on to the receivers, past the other texts. */
  const takeOver = (next: string, byKey: boolean): void => {
    setText(next);
    if (byKey) form.current?.querySelector<HTMLElement>('.receivers-picker button')?.focus();
  };
  /** Wherever the focus is: there are as many buttons before 'Send' as cars. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !event.ctrlKey || event.repeat) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const textFault = wasSubmitted && text.trim() === '' ? RULES.fields.message : null;
  /** Null without a car. */
  const receivers = to === null || carsOf(to, cars).length === 0 ? null : to;
  const carsFault = wasSubmitted && receivers === null ? TEXTS.flags.atLeastOne : null;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setWasSubmitted(true);
    if (text.trim() !== '' && receivers !== null) onSend(text.trim(), receivers);
  };

  return (
    <RacePanel header={TEXTS.flags.message} onHide={onCancel}>
      <form ref={form} className="dialog-form" onSubmit={submit} onKeyDown={onKeyDown}>
        <label htmlFor="message-text">{TEXTS.flags.messageText}</label>
        <InputText
          id="message-text"
          data-pc-autofocus="true"
          maxLength={LIMITS.message}
          value={text}
          invalid={textFault !== null}
          onChange={(event) => setText(event.target.value)}
          aria-describedby="message-kept message-count"
        />
        <div className="message-notes">
          <small id="message-kept">{TEXTS.keptForGood}</small>
          <small id="message-count">{TEXTS.flags.characters(text.length, LIMITS.message)}</small>
        </div>
        {textFault !== null && (
          <small className="p-error" role="alert">
            {textFault}
          </small>
        )}
        <Texts title={TEXTS.flags.templatesTitle} texts={TEXTS.flags.templates} onChoose={takeOver} />
        <Texts title={TEXTS.flags.recentTitle} texts={recent} onChoose={takeOver} />
        <span aria-live="polite">
          {TEXTS.flags.receivers}: {receivers !== null && nameOf(receivers)}
        </span>
        <ReceiversPicker
          chosen={to}
          onChoose={(next) => onDraft({ text, to: next })}
          isInvalid={carsFault !== null}
        />
        {carsFault !== null && (
          <small className="p-error" role="alert">
            {carsFault}
          </small>
        )}
        <div className="dialog-buttons">
          <Button type="button" label={TEXTS.cancel} text severity="secondary" onClick={onCancel} />
          <Button type="submit" label={TEXTS.flags.send} />
        </div>
      </form>
    </RacePanel>
  );
};
