import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { may, mayEver, type TrackRow } from '@flagpost/contracts';
import { PATHS } from '../../shared/paths.js';
import { selectActor } from '../../shared/session/slice.js';
import { useAppDispatch, useAppSelector } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/tables.js';
import type { Column } from '../../shared/ui/list/filter-and-sort.js';
import { editAndRemove } from '../../shared/ui/list/edit-and-remove.js';
import { List, type RowAction } from '../../shared/ui/list/list.js';
import { useRemoval } from '../../shared/ui/list/use-removal.js';
import { Page } from '../../shared/ui/page.js';
import { useTracksQuery, venuesApi } from './api.js';
import { CopyTrackDialog, TrackNameDialog } from './track-dialogs.js';

const words = TEXTS.tracks;
const { endpoints } = venuesApi;

const columns: Column<TrackRow>[] = [
  { head: words.heads.name, text: ({ Name }) => Name },
  { head: words.heads.event, text: ({ EventName }) => EventName },
];

const toMap: RowAction<TrackRow> = {
  icon: 'pi pi-map',
  label: ({ Name }) => words.viewOf(Name),
  act: { to: ({ traId }) => PATHS.mapTrack(traId) },
};

const NO_TRACKS: readonly TrackRow[] = [];

/** /tracks: the drawn tracks of the events. */
export const TracksPage = (): ReactElement => {
  const { data, error, refetch } = useTracksQuery(null, { refetchOnMountOrArgChange: true });
  const dispatch = useAppDispatch();
  const actor = useAppSelector(selectActor);
  /** 'new', or the one whose track another event is to use. */
  const [copied, setCopied] = useState<TrackRow | 'new' | null>(null);
  const [renamed, setRenamed] = useState<TrackRow | null>(null);
  const mayDraw = mayEver(actor, 'route.edit');
  const mayChange = ({ cluId, past }: TrackRow): boolean => may(actor, 'route.edit', { clubId: cluId, past });

  const removal = useRemoval<TrackRow>({
    title: words.remove,
    questionOf: ({ Name }) => TEXTS.tables.removeQuestion(Name),
    remove: ({ traId }) => dispatch(endpoints.deleteTrack.initiate(traId)).unwrap(),
    done: words.deleted,
  });

  const changes: RowAction<TrackRow>[] = [
    {
      icon: 'pi pi-copy',
      label: ({ EventName }) => words.useOf(EventName),
      act: { press: setCopied },
    },
    ...editAndRemove<TrackRow>({
      nameOf: ({ Name }) => Name,
      onEdit: setRenamed,
      onRemove: removal.ask,
      isOffered: mayChange,
    }),
  ];

  return (
    <Page title={words.title}>
      <List
        title={words.title}
        search={words.search}
        actions={
          mayDraw && <Button label={words.create} icon="pi pi-plus" onClick={() => setCopied('new')} />
        }
        columns={columns}
        rows={data}
        rowId={({ traId }) => traId}
        rowActions={mayDraw ? [toMap, ...changes] : [toMap]}
        error={error}
        failed={words.failed}
        onRetry={() => void refetch()}
        empty={words.empty}
        footer={words.footer}
      />
      {copied !== null && (
        <CopyTrackDialog
          source={copied === 'new' ? null : copied}
          tracks={data ?? NO_TRACKS}
          onClose={() => setCopied(null)}
        />
      )}
      {renamed !== null && <TrackNameDialog track={renamed} onClose={() => setRenamed(null)} />}
      {removal.question}
    </Page>
  );
};
