import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useFormContext, useWatch, type FieldValues, type Path } from 'react-hook-form';
import {
  instantOf,
  LIMITS,
  movedFinish,
  type CopyAnswer,
  type CopyRequest,
  type EventDetail,
} from '@flagpost/contracts';
import { useAppDispatch } from '../../shared/store.js';
import { PATHS } from '../../shared/paths.js';
import { TEXTS } from '../../shared/texts/events.js';
import type { Field } from '../../shared/ui/form/field-view.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import { useNotices } from '../../shared/ui/notices.js';
import { useArrival } from '../../shared/ui/use-message.js';
import { useCategoriesOfClubQuery } from '../competitors/categories-api.js';
import { eventsApi } from './api.js';
import { copyForm, localField, postponeForm, type CopyValues } from './event-form.js';
import { timeNote } from './times.js';

/** Dialogs that give an event, or a copy of it, other times. They are those of the clocks at its track. */

const words = TEXTS.event;
const { endpoints } = eventsApi;

interface Times {
  readonly Start: string;
  readonly Finish: string;
}

const timeFields = <Values extends Times & FieldValues>(event: EventDetail): Field<Values>[] =>
  (['Start', 'Finish'] as const).map((name) => ({
    name: name as Path<Values>,
    label: name === 'Start' ? TEXTS.event.dialog.start : TEXTS.event.dialog.finish,
    kind: 'datetime-local',
    note: (values) =>
      timeNote(values[name], event.eveTimeZone, {
        iso: name === 'Start' ? event.eveStart : event.eveFinish,
        zone: event.eveTimeZone,
      }),
  }));

const timesOf = ({ eveStart, eveFinish, eveTimeZone }: EventDetail): Times => ({
  Start: localField(eveStart, eveTimeZone),
  Finish: localField(eveFinish, eveTimeZone),
});

/** While nobody types a finish, it follows the start: as many days later, at the same time of day. */
const FinishFollows = ({ event }: { event: EventDetail }): null => {
  const { control, setValue } = useFormContext<Times>();
  const [start, finish] = useWatch({ control, name: ['Start', 'Finish'] });
  const followed = useRef(finish);
  useEffect(() => {
    const { eveStart, eveFinish, eveTimeZone: zone } = event;
    const newStart = instantOf(start, zone);
    if (Number.isNaN(newStart) || finish !== followed.current) return;
    const times = { startsAt: Date.parse(eveStart), finishesAt: Date.parse(eveFinish) };
    followed.current = localField(new Date(movedFinish(times, zone, newStart)).toISOString(), zone);
    if (followed.current !== finish) setValue('Finish', followed.current, { shouldDirty: true });
  }, [start, finish, event, setValue]);
  return null;
};

/** Moves an event that has not begun to a later start, with a reason. */
export const PostponeDialog = ({
  event,
  onClose,
}: {
  event: EventDetail;
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const [schema] = useState(() => postponeForm(event));
  return (
    <FormDialog
      title={words.postpone}
      width={650}
      schema={schema}
      start={{ ...timesOf(event), Reason: '' }}
      sections={[
        {
          fields: [
            ...timeFields<Times & { Reason: string }>(event),
            { name: 'Reason', label: words.reason, max: LIMITS.reason },
          ],
        },
      ]}
      summary={() => `${words.postponeLead} ${TEXTS.keptForGood}`}
      submit={words.postpone}
      onSubmit={(body) => dispatch(endpoints.postponeEvent.initiate({ id: event.eveId, body })).unwrap()}
      onDone={() => {
        onClose();
        notices.success(words.postponed);
      }}
      onCancel={onClose}
    >
      <FinishFollows event={event} />
    </FormDialog>
  );
};

/** Makes a draft out of an event: at other times, with the chosen parts. */
export const CopyDialog = ({ event, onClose }: { event: EventDetail; onClose: () => void }): ReactElement => {
  const dispatch = useAppDispatch();
  const arrive = useArrival();
  const { data: categories } = useCategoriesOfClubQuery(event.cluId);
  const [schema] = useState(() => copyForm(event));
  const copy = useRef<CopyAnswer>(null);
  const submit = async (body: CopyRequest): Promise<void> => {
    copy.current = await dispatch(endpoints.copyEvent.initiate({ id: event.eveId, body })).unwrap();
  };
  return (
    <FormDialog
      title={words.copy}
      width={650}
      schema={schema}
      start={{
        ...timesOf(event),
        Name: words.copyName(event.eveName).slice(0, LIMITS.name),
        Categories: event.categories,
        Route: event.traId !== null,
        Pois: true,
        Sectors: event.traId !== null,
        Stages: true,
        Competitors: false,
      }}
      sections={[
        {
          fields: [
            { name: 'Name', label: TEXTS.event.dialog.name, max: LIMITS.name, note: () => TEXTS.keptNames },
            {
              name: 'Categories',
              label: TEXTS.event.dialog.categories,
              kind: 'several',
              options: (categories ?? []).map(({ Id, Description }) => ({ id: Id, name: Description })),
              empty: categories === undefined ? TEXTS.loading : TEXTS.event.dialog.noCategories,
            },
            ...timeFields<CopyValues>(event),
            {
              name: 'Sectors',
              label: words.copyParts,
              kind: 'checks',
              boxes: [
                { name: 'Route', label: words.copyRoute },
                { name: 'Sectors', label: words.copySectors },
                { name: 'Stages', label: words.copyStages },
                { name: 'Pois', label: words.copyPois },
                { name: 'Competitors', label: words.copyCompetitors },
              ],
            },
          ],
        },
      ]}
      summary={() => words.copyLead}
      submit={words.copy}
      onSubmit={submit}
      onDone={() => {
        onClose();
        if (copy.current === null) return;
        const { eveId, leftOut } = copy.current;
        const { created } = TEXTS.event.dialog;
        arrive(PATHS.event(eveId), leftOut === 0 ? created : `${created}. ${words.copyLeftOut(leftOut)}`);
      }}
      onCancel={onClose}
    >
      <FinishFollows event={event} />
    </FormDialog>
  );
};
