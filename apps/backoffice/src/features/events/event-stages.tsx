import { Button } from 'primereact/button';
import { useEffect, useState, type ReactElement } from 'react';
import { may, type EventDetail, type StageRow } from '@flagpost/contracts';
import { selectActor } from '../../shared/session/slice.js';
import { useAppDispatch, useAppSelector } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/events.js';
import { TEXTS as TABLES } from '../../shared/texts/tables.js';
import { editAndRemove } from '../../shared/ui/list/edit-and-remove.js';
import { List } from '../../shared/ui/list/list.js';
import { useRemoval } from '../../shared/ui/list/use-removal.js';
import { Modal } from '../../shared/ui/modal.js';
import { useNotices } from '../../shared/ui/notices.js';
import { useRouteQuery } from '../race-control/api.js';
import { eventsApi, useStagesQuery } from './api.js';
import { StageForm } from './stage-form.js';
import { trackTime } from './times.js';

const words = TEXTS.event.stages;
const NO_STAGES: readonly StageRow[] = [];

/** Saves the whole set, unless somebody changed the map since it was read. */
const useSaving = ({ eveId: eventId }: EventDetail) => {
  const dispatch = useAppDispatch();
  const { data: route } = useRouteQuery(eventId);
  return (stages: readonly StageRow[]): Promise<StageRow[]> => {
    const { revision } = route ?? {};
    const body = { eventId, stages: [...stages], ...(revision === undefined ? {} : { revision }) };
    return dispatch(eventsApi.endpoints.saveStages.initiate(body)).unwrap();
  };
};

const StagesDialog = ({
  event,
  mayEdit,
  onClose,
}: {
  event: EventDetail;
  mayEdit: boolean;
  onClose: () => void;
}): ReactElement => {
  const { data, error, refetch } = useStagesQuery(event.eveId);
  const notices = useNotices();
  const save = useSaving(event);
  /** 'new', or the one that the form is about, as it was when the form opened. */
  const [edited, setEdited] = useState<StageRow | 'new' | null>(null);
  const stages = data ?? NO_STAGES;
  const without = ({ Stages }: StageRow): readonly StageRow[] =>
    stages.filter((other) => other.Stages !== Stages);
  const [overtaken, setOvertaken] = useState<{ readonly text: string } | null>(null);
  if (edited !== null && edited !== 'new' && data !== undefined) {
    const now = data.find(({ Stages }) => Stages === edited.Stages) ?? null;
    // One that was not changed is the same object when the stages are read anew.
    if (now !== edited) {
      setEdited(now);
      setOvertaken({ text: (now === null ? words.gone : words.changed)(edited.Name) });
    }
  }
  useEffect(() => {
    if (overtaken !== null) notices.warning(overtaken.text);
  }, [overtaken, notices]);
  const others = edited === null || edited === 'new' ? stages : without(edited);
  const removal = useRemoval<StageRow>({
    title: words.remove,
    questionOf: ({ Name }) => TABLES.tables.removeQuestion(Name),
    remove: (stage) => save(without(stage)),
    done: words.saved,
  });
  return (
    <Modal header={words.title} width="850px" onHide={onClose}>
      <List
        title={words.title}
        heading="h2"
        isTitleHidden
        actions={
          mayEdit && <Button label={words.create} icon="pi pi-plus" onClick={() => setEdited('new')} />
        }
        columns={[
          { head: words.heads.stage, text: ({ Stages }) => String(Stages), order: ({ Stages }) => Stages },
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
          {
            head: words.heads.line,
            text: ({ Positions }) => (Positions === null ? words.notDrawn : words.drawn),
          },
        ]}
        rows={data}
        rowId={({ Stages }) => Stages}
        rowActions={
          mayEdit
            ? editAndRemove({ nameOf: ({ Name }) => Name, onEdit: setEdited, onRemove: removal.ask })
            : []
        }
        error={error}
        onRetry={() => void refetch()}
        empty={words.empty}
        footer={words.footer}
      />
      {edited !== null && (
        <StageForm
          key={JSON.stringify(edited)}
          event={event}
          stage={edited === 'new' ? null : edited}
          others={others}
          onSave={async (stage) => {
            await save([...others, stage]);
            notices.success(words.saved);
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {removal.question}
    </Modal>
  );
};

/** The special stages of a rally: a dialog, if the event has any or this user may add them. */
export const EventStages = ({ event }: { event: EventDetail }): ReactElement | null => {
  const { data } = useStagesQuery(event.eveId);
  const actor = useAppSelector(selectActor);
  const [isOpen, setIsOpen] = useState(false);
  const mayEdit = may(actor, 'stages.edit', { clubId: event.cluId, past: event.past });
  if (data === undefined || (data.length === 0 && !mayEdit)) return null;
  return (
    <>
      <Button label={words.title} icon="pi pi-flag" outlined onClick={() => setIsOpen(true)} />
      {isOpen && <StagesDialog event={event} mayEdit={mayEdit} onClose={() => setIsOpen(false)} />}
    </>
  );
};
