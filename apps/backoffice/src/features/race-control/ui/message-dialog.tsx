import { Button } from 'primereact/button';
import { InputText } from 'primereact/inputtext';
import { useState, type SubmitEvent, type ReactElement } from 'react';
import { LIMITS } from '@flagpost/contracts';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { RULES } from '../../../shared/texts/rules.js';
import { Modal } from '../../../shared/ui/modal.js';
import { carToggled, selectSelectedCars } from '../state/view.js';
import { CarChips } from './car-chips.js';
import { receiverNames } from './receivers.js';

/** A message in words, to the cars that are pressed. */
export const MessageDialog = ({
  onSend,
  onCancel,
}: {
  onSend: (text: string) => void;
  onCancel: () => void;
}): ReactElement => {
  const selected = useRaceSelector(selectSelectedCars);
  const dispatch = useRaceDispatch();
  const [text, setText] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const textFault = wasSubmitted && text.trim() === '' ? RULES.fields.message : null;
  const carsFault = wasSubmitted && selected.length === 0 ? TEXTS.flags.atLeastOne : null;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setWasSubmitted(true);
    if (text.trim() !== '' && selected.length > 0) onSend(text.trim());
  };

  return (
    <Modal header={TEXTS.flags.message} onHide={onCancel}>
      <form className="dialog-form" onSubmit={submit}>
        <label htmlFor="message-text">{TEXTS.flags.messageText}</label>
        <InputText
          id="message-text"
          data-pc-autofocus="true"
          maxLength={LIMITS.message}
          value={text}
          invalid={textFault !== null}
          onChange={(event) => setText(event.target.value)}
        />
        {textFault !== null && (
          <small className="p-error" role="alert">
            {textFault}
          </small>
        )}
        <span>
          {TEXTS.flags.receivers}:{' '}
          {selected.length > 0 && receiverNames(selected.map(({ carNumber }) => carNumber))}
        </span>
        <CarChips
          chosen={selected.map(({ invitationId }) => invitationId)}
          onToggle={(invitationId) => dispatch(carToggled(invitationId))}
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
    </Modal>
  );
};
