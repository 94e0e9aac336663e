import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import type { EventDetail } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/events.js';
import { List } from '../../shared/ui/list/list.js';
import { Modal } from '../../shared/ui/modal.js';
import { useStagesQuery } from './api.js';
import { trackTime } from './times.js';

const words = TEXTS.event.stages;

/** The special stages of a rally, if the event has any. */
export const EventStages = ({ event }: { event: EventDetail }): ReactElement | null => {
  const { data, error, refetch } = useStagesQuery(event.eveId);
  const [isOpen, setIsOpen] = useState(false);
  if (data === undefined || data.length === 0) return null;
  return (
    <>
      <Button label={words.title} icon="pi pi-flag" outlined onClick={() => setIsOpen(true)} />
      {isOpen && (
        <Modal header={words.title} width="850px" onHide={() => setIsOpen(false)}>
          <List
            title={words.title}
            heading="h2"
            isTitleHidden
            columns={[
              { head: words.heads.stage, text: ({ Stages }) => String(Stages) },
              { head: words.heads.name, text: ({ Name }) => Name },
              {
                head: words.heads.km,
                text: ({ Km }) => Km.toFixed(2),
                order: ({ Km }) => Km,
                shape: 'number',
              },
              {
                head: words.heads.start,
                text: ({ StartDate }) => trackTime(StartDate, event.eveTimeZone),
                order: ({ StartDate }) => Date.parse(StartDate),
              },
            ]}
            rows={data}
            rowId={({ Stages }) => Stages}
            error={error}
            onRetry={() => void refetch()}
            empty={words.empty}
            footer={words.footer}
          />
        </Modal>
      )}
    </>
  );
};
