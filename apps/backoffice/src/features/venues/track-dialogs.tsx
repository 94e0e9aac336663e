import type { ReactElement } from 'react';
import {
  LIMITS,
  trackCopyRequest,
  trackNameRequest,
  type EventRow,
  type TrackRow,
} from '@flagpost/contracts';
import type { z } from 'zod';
import { useAppDispatch } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/tables.js';
import { EditDialog } from '../../shared/ui/form/edit-dialog.js';
import type { Field } from '../../shared/ui/form/field-view.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import { useNotices } from '../../shared/ui/notices.js';
import { useEventChoicesQuery, venuesApi } from './api.js';

type Copy = z.input<typeof trackCopyRequest>;

const words = TEXTS.tracks;
const { endpoints } = venuesApi;

/** Renames a track. */
export const TrackNameDialog = ({
  track,
  onClose,
}: {
  track: TrackRow;
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  return (
    <EditDialog
      title={words.details}
      row={track}
      changed="track.changed"
      read={({ traId }) =>
        dispatch(endpoints.track.initiate(traId, { subscribe: false, forceRefetch: true })).unwrap()
      }
      schema={trackNameRequest}
      valuesOf={({ Name }) => ({ Name })}
      sections={[{ fields: [{ name: 'Name', label: words.fields.name, max: LIMITS.name }] }]}
      onSubmit={(body, { traId, Name }) =>
        dispatch(endpoints.renameTrack.initiate({ id: traId, body: { ...body, Former: { Name } } })).unwrap()
      }
      onDone={() => {
        onClose();
        notices.success(words.updated);
      }}
      onCancel={onClose}
    />
  );
};

/** Events that may take a track: not over, and of the club of the track that is copied. */
const targets = (events: readonly EventRow[], tracks: readonly TrackRow[], source: TrackRow | null) => {
  const drawn = new Set(tracks.map(({ traId }) => traId));
  const clubs = new Set((source === null ? tracks : [source]).map(({ cluId }) => cluId));
  return events
    .filter(
      ({ EventId, ClubId, Schedules }) =>
        Schedules !== 'past' && clubs.has(ClubId) && EventId !== source?.traId,
    )
    .map(({ EventId, Name }) => ({ id: EventId, name: drawn.has(EventId) ? words.replaced(Name) : Name }));
};

/** Gives an event the track of another one: of `source`, or of one to choose. */
export const CopyTrackDialog = ({
  source,
  tracks,
  onClose,
}: {
  source: TrackRow | null;
  tracks: readonly TrackRow[];
  onClose: () => void;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const { data: events = [] } = useEventChoicesQuery(null, { refetchOnMountOrArgChange: true });
  const fields: Field<Copy>[] = [
    { name: 'trackName', label: words.fields.name, max: LIMITS.name },
    {
      name: 'eventId',
      label: words.fields.event,
      kind: 'select',
      options: targets(events, tracks, source),
    },
  ];
  const choice: Field<Copy> = {
    name: 'trackId',
    label: words.fields.track,
    kind: 'select',
    options: tracks.map(({ traId, Name, EventName }) => ({ id: traId, name: words.nameOf(Name, EventName) })),
  };
  return (
    <FormDialog
      title={source === null ? words.create : words.useOf(source.EventName)}
      schema={trackCopyRequest}
      start={{ trackName: source?.Name ?? '', eventId: Number.NaN, trackId: source?.traId ?? Number.NaN }}
      sections={[{ fields: source === null ? [...fields, choice] : fields }]}
      onSubmit={(body) => dispatch(endpoints.copyTrack.initiate(body)).unwrap()}
      onDone={() => {
        onClose();
        notices.success(words.created);
      }}
      onCancel={onClose}
    />
  );
};
