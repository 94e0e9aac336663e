import { Button } from 'primereact/button';
import { useId, useState, type ReactElement, type ReactNode, type SubmitEvent } from 'react';
import { TEXTS } from '../texts/common.js';
import { Labelled } from './form/labelled.js';
import { Modal } from './modal.js';
import './confirm-by-name.css';

/** The text to type before the button works. */
export interface NameToType {
  readonly name: string;
  readonly label: string;
  /** Message for any other input. */
  readonly wrong: string;
}

/** As people see it: a page shows a run of spaces as one, and keyboards write some letters in two ways. */
const seen = (name: string): string => name.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Asks before something is deleted permanently; with `typed`, also for its name. */
export const ConfirmByName = ({
  title,
  typed,
  isBusy = false,
  onConfirm,
  onClose,
  children,
}: {
  /** Also of the button. */
  title: string;
  typed: NameToType | null;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}): ReactElement => {
  const id = useId();
  const [name, setName] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const onSubmit = (submit: SubmitEvent): void => {
    submit.preventDefault();
    if (typed !== null && seen(name) !== seen(typed.name)) setIsWrong(true);
    else if (!isBusy) onConfirm();
  };
  return (
    <Modal header={title} width="450px" onHide={onClose}>
      <form className="form" onSubmit={onSubmit} noValidate>
        <div className="confirm-words">{children}</div>
        {typed !== null && (
          <Labelled
            label={typed.label}
            labelFor={id}
            fault={isWrong ? typed.wrong : undefined}
            faultId={`${id}-fault`}
          >
            <input
              id={id}
              className={isWrong ? 'p-inputtext p-component p-invalid' : 'p-inputtext p-component'}
              autoComplete="off"
              data-pc-autofocus="true"
              {...(isWrong && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
              value={name}
              onChange={(change) => {
                setName(change.target.value);
                setIsWrong(false);
              }}
            />
          </Labelled>
        )}
        <div className="form-buttons">
          <Button
            type="button"
            label={TEXTS.cancel}
            text
            severity="secondary"
            {...(typed === null && { 'data-pc-autofocus': 'true' })}
            onClick={onClose}
          />
          <Button type="submit" label={title} severity="danger" loading={isBusy} />
        </div>
      </form>
    </Modal>
  );
};
