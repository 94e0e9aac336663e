import { useEffect, useMemo, useRef, useState, type ComponentProps, type ReactElement } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import {
  holds,
  LIMITS,
  SAFETY_CAR_DELAY_S,
  keysOf,
  type CountryRow,
  type EventAnswer,
  type EventDetail,
  type EventRequest,
  type IdDescription,
} from '@flagpost/contracts';
import { useAppDispatch, useAppSelector } from '../../shared/store.js';
import { PATHS } from '../../shared/paths.js';
import { selectActor } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts/events.js';
import { Failure } from '../../shared/ui/failure.js';
import type { Field, Option } from '../../shared/ui/form/field-view.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import { useEdited } from '../../shared/ui/form/use-edited.js';
import { Modal } from '../../shared/ui/modal.js';
import { useNotices } from '../../shared/ui/notices.js';
import { useArrival } from '../../shared/ui/use-message.js';
import { useCategoriesOfClubQuery } from '../competitors/categories-api.js';
import { useClubNamesQuery, useCountriesQuery } from '../institutions/api.js';
import { VenueLinks } from '../venues/venue-links.js';
import { eventsApi } from './api.js';
import { eventForm, formOf, type EventForm as Values } from './event-form.js';
import { timeNote, trackTime } from './times.js';

const words = TEXTS.event.dialog;
const WIDTH_PX = 850;

const changedFields = (from: Values, to: Values): (keyof Values)[] =>
  keysOf(from).filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));

/** Where the event is, as it is typed: its zones and categories follow from it. */
interface Place {
  readonly couId: number;
  readonly cluId: number;
}

const Follow = ({
  start,
  zones,
  proposed,
  onPlace,
}: {
  /** The values that nobody typed. */
  start: Values;
  /** Of the country that is chosen. */
  zones: readonly string[];
  /** The default zone of an event at this place; empty if it has to be chosen. */
  proposed: string;
  onPlace: (place: Place) => void;
}): null => {
  const { control, getValues, reset, setValue } = useFormContext<Values>();
  const [couId, cluId] = useWatch({ control, name: ['CouId', 'CluId'] });
  const ofClub = useRef(cluId);
  const former = useRef(start);
  // Somebody else has changed the event: what was typed stays.
  useEffect(() => {
    if (former.current === start) return;
    const typed = getValues();
    reset(start);
    for (const name of changedFields(former.current, typed))
      setValue(name, typed[name], { shouldDirty: true });
    former.current = start;
    ofClub.current = getValues('CluId');
  }, [start, getValues, reset, setValue]);
  useEffect(() => onPlace({ couId, cluId: cluId ?? Number.NaN }), [couId, cluId, onPlace]);
  // Only once the zones are loaded: a select shows only values that it has an option for.
  useEffect(() => {
    if (zones.length === 0 || zones.includes(getValues('TimeZone'))) return;
    setValue('TimeZone', proposed, { shouldDirty: true });
  }, [zones, proposed, getValues, setValue]);
  useEffect(() => {
    if (Object.is(cluId, ofClub.current)) return;
    ofClub.current = cluId;
    setValue('Categories', []);
  }, [cluId, setValue]);
  return null;
};

const optionsOf = (names: readonly string[]): Option[] => names.map((name) => ({ id: name, name }));

interface Choices {
  readonly countries: readonly CountryRow[];
  readonly clubs: readonly IdDescription[];
}

const EventForm = ({
  event,
  formerly = null,
  choices: { countries, clubs },
  title,
  onSubmit,
  onDone,
  onClose,
}: {
  event: EventDetail | null;
  /** As it was before somebody else changed it while it is edited; null if nobody has. */
  formerly?: EventDetail | null;
  choices: Choices;
  title: string;
  onSubmit: (body: EventRequest) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}): ReactElement => {
  const actor = useAppSelector(selectActor);
  const asksInstitution = actor !== null && holds(actor, 'admin');
  const clubId = actor?.clubId ?? null;
  const start = useMemo(() => formOf(event, clubId), [event, clubId]);
  const schema = useMemo(() => eventForm(event, asksInstitution), [event, asksInstitution]);
  const [place, setPlace] = useState<Place>({ couId: start.CouId, cluId: start.CluId ?? Number.NaN });
  const hasClub = place.cluId > 0;
  const { currentData: categories } = useCategoriesOfClubQuery(place.cluId, { skip: !hasClub });
  const country = countries.find(({ couId }) => couId === place.couId);
  const zones = useMemo(() => {
    const own = event !== null && event.couId === place.couId ? [event.eveTimeZone] : [];
    return [...new Set([...(country?.couTimeZones ?? []), ...own])];
  }, [country, place.couId, event]);
  const stored = (iso: string | undefined) =>
    event === null || iso === undefined ? undefined : { iso, zone: event.eveTimeZone };

  const fields: Field<Values>[] = [
    { name: 'Name', label: words.name, max: LIMITS.name, note: () => TEXTS.keptNames },
    ...(asksInstitution
      ? [
          {
            name: 'CluId' as const,
            label: words.institution,
            kind: 'select' as const,
            options: clubs.map(({ Id, Description }) => ({ id: Id, name: Description })),
            isReadOnly: event?.hasCompetitors === true,
            note: () => (event?.hasCompetitors === true ? words.institutionStays : null),
          },
        ]
      : []),
    {
      name: 'CouId',
      label: words.country,
      kind: 'select',
      options: countries.map(({ couId, couName }) => ({ id: couId, name: couName })),
    },
    { name: 'State', label: words.state, max: LIMITS.place },
    { name: 'City', label: words.city, max: LIMITS.place },
    { name: 'CircuitName', label: words.circuit, max: LIMITS.name },
    { name: 'TimeZone', label: words.zone, kind: 'select', options: optionsOf(zones) },
    {
      name: 'Categories',
      label: words.categories,
      kind: 'several',
      options: (categories ?? []).map(({ Id, Description }) => ({ id: Id, name: Description })),
      empty: !hasClub
        ? words.chooseInstitution
        : categories === undefined
          ? TEXTS.loading
          : words.noCategories,
    },
    {
      name: 'Start',
      label: words.start,
      kind: 'datetime-local',
      note: ({ Start, TimeZone }) => timeNote(Start, TimeZone, stored(event?.eveStart)),
    },
    {
      name: 'Finish',
      label: words.finish,
      kind: 'datetime-local',
      note: ({ Finish, TimeZone }) => timeNote(Finish, TimeZone, stored(event?.eveFinish)),
    },
    { name: 'Radius', label: words.radius, kind: 'number', help: words.radiusHelp },
    {
      name: 'SafetyCarDelay',
      label: words.delay,
      kind: 'number',
      help: words.delayHelp,
      clamp: SAFETY_CAR_DELAY_S,
    },
  ];
  const changedBy = (): string => {
    if (event === null || formerly === null) return '';
    const changed = changedFields(formOf(formerly, clubId), start);
    return words.changedBy(
      event.eveUpdUserName ?? words.somebody,
      trackTime(event.eveUpddate, event.eveTimeZone),
      fields.flatMap(({ name, label }) => (changed.includes(name as keyof Values) ? [label] : [])).join(', '),
    );
  };
  return (
    <FormDialog
      title={title}
      width={WIDTH_PX}
      schema={schema}
      start={start}
      sections={[{ fields }]}
      {...(formerly !== null && { summary: changedBy })}
      onSubmit={onSubmit}
      onDone={onDone}
      onCancel={onClose}
    >
      <div className="form-links">
        <VenueLinks inNewTab />
      </div>
      <Follow start={start} zones={zones} proposed={country?.couTimeZone ?? ''} onPlace={setPlace} />
    </FormDialog>
  );
};

/** Creates or changes an event, once the options are loaded. */
const EventDialog = (props: Omit<ComponentProps<typeof EventForm>, 'choices'>): ReactElement => {
  const actor = useAppSelector(selectActor);
  const clubs = useClubNamesQuery(null, { skip: actor === null || !holds(actor, 'admin') });
  const countries = useCountriesQuery(null);
  const { title, onClose } = props;
  if (countries.data !== undefined && (clubs.isUninitialized || clubs.data !== undefined))
    return <EventForm {...props} choices={{ countries: countries.data, clubs: clubs.data ?? [] }} />;
  const error = countries.error ?? clubs.error;
  const retry = (): void => {
    void countries.refetch();
    if (!clubs.isUninitialized) void clubs.refetch();
  };
  return (
    <Modal header={title} width={`${WIDTH_PX}px`} onHide={onClose}>
      {error === undefined ? <p role="status">{TEXTS.loading}</p> : <Failure error={error} onRetry={retry} />}
    </Modal>
  );
};

export const NewEventDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const dispatch = useAppDispatch();
  const arrive = useArrival();
  const created = useRef<EventAnswer>(null);
  return (
    <EventDialog
      event={null}
      title={words.create}
      onSubmit={async (body) => {
        created.current = await dispatch(eventsApi.endpoints.createEvent.initiate(body)).unwrap();
      }}
      onDone={() => {
        onClose();
        if (created.current !== null) arrive(PATHS.event(created.current.eveId), words.created);
      }}
      onClose={onClose}
    />
  );
};

export const EditEventDialog = ({
  event,
  onClose,
}: {
  event: EventDetail;
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  // The page goes on reading the event: what is edited is the one that the dialog was opened with.
  const { eveId } = event;
  const { edited, formerly, saving } = useEdited(event, 'event.changed', () =>
    dispatch(eventsApi.endpoints.event.initiate(eveId, { subscribe: false, forceRefetch: true })).unwrap(),
  );
  const { revision } = edited;
  const save = (body: EventRequest): Promise<void> =>
    saving(() =>
      dispatch(eventsApi.endpoints.editEvent.initiate({ id: eveId, body: { ...body, revision } })).unwrap(),
    );
  return (
    <EventDialog
      event={edited}
      formerly={formerly}
      title={words.edit}
      onSubmit={save}
      onDone={() => {
        onClose();
        notices.success(words.updated);
      }}
      onClose={onClose}
    />
  );
};
