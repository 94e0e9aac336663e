import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EventDetail } from '@flagpost/contracts';
import { useAppDispatch } from '../../shared/store.js';
import { api } from '../../shared/api.js';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/events.js';
import { ConfirmByName } from '../../shared/ui/confirm-by-name.js';
import { useNotices } from '../../shared/ui/notices.js';
import { withMessage } from '../../shared/ui/use-message.js';
import { eventsApi } from './api.js';

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
  const [isBusy, setIsBusy] = useState(false);
  const { eveName: name, hasRaces } = event;

  const remove = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await dispatch(eventsApi.endpoints.deleteEvent.initiate(event.eveId)).unwrap();
      void navigate(withMessage(PATHS.events, TEXTS.events.deleted));
      dispatch(api.util.invalidateTags(['LiveNow']));
    } catch (error) {
      setIsBusy(false);
      notices.showDialog(error);
    }
  };

  return (
    <ConfirmByName
      title={words.remove}
      typed={hasRaces ? { name, label: words.removeName(name), wrong: words.removeWrong } : null}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{words.removeQuestion(name)}</p>
      <p>{words.removeWhat}</p>
    </ConfirmByName>
  );
};
