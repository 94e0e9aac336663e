import { useState, type ReactElement } from 'react';
import { Button } from 'primereact/button';
import type { EventDetail } from '@flagpost/contracts';
import { useAppDispatch } from '../../shared/store.js';
import { counted } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/events.js';
import { Failure } from '../../shared/ui/failure.js';
import { Modal } from '../../shared/ui/modal.js';
import { useNotices } from '../../shared/ui/notices.js';
import { eventsApi, useReadyQuery } from './api.js';

const words = TEXTS.event.publish;

/** Shows, before an event is published, what becomes visible and who is invited. */
export const PublishDialog = ({
  event,
  onClose,
}: {
  event: EventDetail;
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const {
    currentData: ready,
    error,
    refetch,
  } = useReadyQuery(event.eveId, { refetchOnMountOrArgChange: true });
  const [isBusy, setIsBusy] = useState(false);
  const publish = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await dispatch(eventsApi.endpoints.publishEvent.initiate(event.eveId)).unwrap();
      onClose();
      notices.success(words.done);
    } catch (failure) {
      setIsBusy(false);
      notices.showDialog(failure);
    }
  };
  const publishing = ready?.publishing;
  return (
    <Modal
      header={TEXTS.event.publishEvent}
      width="450px"
      onHide={onClose}
      footer={
        <>
          <Button label={TEXTS.cancel} text severity="secondary" onClick={onClose} />
          <Button
            label={TEXTS.event.publishEvent}
            loading={isBusy}
            disabled={publishing === undefined}
            onClick={() => void publish()}
          />
        </>
      }
    >
      <div className="event-words">
        <p>{words.question(event.eveName)}</p>
        {error !== undefined && <Failure error={error} onRetry={() => void refetch()} />}
        {publishing === undefined && error === undefined && <p role="status">{TEXTS.loading}</p>}
        {publishing !== undefined && (
          <>
            <p>{words.visible}</p>
            <ul className="event-bullets">
              <li>{words.categories(counted(publishing.Categories))}</li>
              <li>{words.competitors(counted(publishing.Competitors))}</li>
              <li>{publishing.Track ? words.track : words.noTrack}</li>
              <li>{words.pois(counted(publishing.Pois))}</li>
              <li>{words.sectors(counted(publishing.Sectors))}</li>
            </ul>
            <p>
              <strong>{words.invitations(publishing.Invitations)}</strong>
            </p>
            <p>{words.forGood}</p>
          </>
        )}
      </div>
    </Modal>
  );
};
