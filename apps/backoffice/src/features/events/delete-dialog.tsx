import { useId, useState, type ReactElement, type SubmitEvent } from 'react';
import { Button } from 'primereact/button';
import { useNavigate } from 'react-router-dom';
import type { EventDetail } from '@flagpost/contracts';
import { useAppDispatch } from '../../shared/store.js';
import { api } from '../../shared/api.js';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/events.js';
import { Labelled } from '../../shared/ui/form/labelled.js';
import { Modal } from '../../shared/ui/modal.js';
import { useNotices } from '../../shared/ui/notices.js';
import { withMessage } from '../../shared/ui/use-message.js';
import { eventsApi } from './api.js';
import './delete-dialog.css';

const words = TEXTS.event;

/** Asks before an event is deleted; if races of it were run, for its name. */
export const DeleteDialog = ({
  event,
  onClose,
}: {
  event: EventDetail;
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const notices = useNotices();
  const id = useId();
  const [name, setName] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const asksName = event.hasRaces;

  const remove = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await dispatch(eventsApi.endpoints.deleteEvent.initiate(event.eveId)).unwrap();
      void navigate(withMessage(PATHS.events, TEXTS.events.deleted));
      dispatch(api.util.invalidateTags(['LiveNow']));
    } catch (error) {
      setIsBusy(false);
      notices.attention(error);
    }
  };
  const onSubmit = (submit: SubmitEvent): void => {
    submit.preventDefault();
    if (asksName && name.trim() !== event.eveName) setIsWrong(true);
    else if (!isBusy) void remove();
  };

  return (
    <Modal header={words.remove} width="450px" onHide={onClose}>
      <form className="form" onSubmit={onSubmit} noValidate>
        <div className="delete-words">
          <p>{words.removeQuestion(event.eveName)}</p>
          <p>{words.removeWhat}</p>
        </div>
        {asksName && (
          <Labelled
            label={words.removeName(event.eveName)}
            labelFor={id}
            fault={isWrong ? words.removeWrong : undefined}
            faultId={`${id}-fault`}
          >
            <input
              id={id}
              className={isWrong ? 'p-inputtext p-component p-invalid' : 'p-inputtext p-component'}
              autoComplete="off"
              data-pc-autofocus="true"
              {...(isWrong && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
              value={name}
              onChange={(typed) => {
                setName(typed.target.value);
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
            {...(!asksName && { 'data-pc-autofocus': 'true' })}
            onClick={onClose}
          />
          <Button type="submit" label={words.remove} severity="danger" loading={isBusy} />
        </div>
      </form>
    </Modal>
  );
};
