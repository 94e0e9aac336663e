import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import type { EventDetail, PictureRow } from '@flagpost/contracts';
import { downloadFrom, SNAPSHOT_FILE } from '../../shared/download.js';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/events.js';
import { List } from '../../shared/ui/list/list.js';
import { Modal } from '../../shared/ui/modal.js';
import { useNotices } from '../../shared/ui/notices.js';
import { eventsApi, usePicturesQuery } from './api.js';
import { trackTime } from './times.js';

const words = TEXTS.event.pictures;

const PicturesDialog = ({ event, onClose }: { event: EventDetail; onClose: () => void }): ReactElement => {
  const { data, error, refetch } = usePicturesQuery(event.eveId);
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const save = async ({ PictureId: pictureId }: PictureRow): Promise<void> => {
    try {
      const picture = { eventId: event.eveId, pictureId };
      const url = await dispatch(eventsApi.endpoints.picture.initiate(picture)).unwrap();
      downloadFrom(url, SNAPSHOT_FILE);
    } catch (failure) {
      notices.showDialog(failure);
    }
  };
  const takenAt = ({ TakenAt }: PictureRow): string => trackTime(TakenAt, event.eveTimeZone);
  return (
    <Modal header={words.title} width="850px" onHide={onClose}>
      <List
        title={words.title}
        heading="h2"
        isTitleHidden
        columns={[
          { head: words.heads.taken, text: takenAt, order: ({ TakenAt }) => Date.parse(TakenAt) },
          { head: words.heads.by, text: ({ TakenBy }) => TakenBy.Name },
        ]}
        rows={data}
        rowId={({ PictureId }) => PictureId}
        rowActions={[
          {
            icon: 'pi pi-download',
            label: (row) => words.download(takenAt(row)),
            act: { press: (row) => void save(row) },
          },
        ]}
        error={error}
        onRetry={() => void refetch()}
        empty={words.empty}
        footer={words.footer}
      />
    </Modal>
  );
};

/** The pictures of the race that were kept with the event, if there are any. */
export const EventPictures = ({ event }: { event: EventDetail }): ReactElement | null => {
  const { data } = usePicturesQuery(event.eveId, { refetchOnMountOrArgChange: true });
  const [isOpen, setIsOpen] = useState(false);
  if (data === undefined || data.length === 0) return null;
  return (
    <>
      <Button label={words.title} icon="pi pi-camera" outlined onClick={() => setIsOpen(true)} />
      {isOpen && <PicturesDialog event={event} onClose={() => setIsOpen(false)} />}
    </>
  );
};
