import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { may, mayEver, type TrackRow } from '@flagpost/contracts';
import { selectActor } from '../../shared/session/slice.js';
import { useAppDispatch, useAppSelector } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/tables.js';
import type { Column } from '../../shared/ui/list/arrange.js';
import { List } from '../../shared/ui/list/list.js';
import { useNotices } from '../../shared/ui/notices.js';
import { Page } from '../../shared/ui/page.js';
import { YesNo } from '../../shared/ui/yes-no.js';
import { useTracksQuery, venuesApi } from './api.js';
import { CopyTrackDialog, TrackNameDialog } from './track-dialogs.js';

const words = TEXTS.tracks;
const { endpoints } = venuesApi;

const columns: Column<TrackRow>[] = [
  { head: words.heads.name, text: ({ Name }) => Name },
  { head: words.heads.event, text: ({ EventName }) => EventName },
];

const NO_TRACKS: readonly TrackRow[] = [];

/** /tracks: what is drawn of the events. */
export const TracksPage = (): ReactElement => {
  const { data, error, refetch } = useTracksQuery(null, { refetchOnMountOrArgChange: true });
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const actor = useAppSelector(selectActor);
  /** 'new', or the one whose track another event is to use. */
  const [copied, setCopied] = useState<TrackRow | 'new' | null>(null);
  const [renamed, setRenamed] = useState<TrackRow | null>(null);
  const [removed, setRemoved] = useState<TrackRow | null>(null);
  const mayDraw = mayEver(actor, 'route.edit');
  const mayChange = ({ cluId, past }: TrackRow): boolean => may(actor, 'route.edit', { clubId: cluId, past });

  const remove = async ({ traId }: TrackRow): Promise<void> => {
    setRemoved(null);
    try {
      await dispatch(endpoints.deleteTrack.initiate(traId)).unwrap();
      notices.success(words.deleted);
    } catch (failure) {
      notices.attention(failure);
    }
  };

  return (
    <Page>
      <List
        title={words.title}
        search={words.search}
        actions={
          mayDraw && <Button label={words.create} icon="pi pi-plus" onClick={() => setCopied('new')} />
        }
        columns={columns}
        rows={data}
        rowId={({ traId }) => traId}
        rowActions={
          mayDraw
            ? [
                {
                  icon: 'pi pi-copy',
                  label: ({ EventName }) => words.useOf(EventName),
                  act: { press: setCopied },
                },
                {
                  icon: 'pi pi-pencil',
                  label: ({ Name }) => TEXTS.tables.editOf(Name),
                  isOffered: mayChange,
                  act: { press: setRenamed },
                },
                {
                  icon: 'pi pi-trash',
                  label: ({ Name }) => TEXTS.tables.removeOf(Name),
                  isDanger: true,
                  isOffered: mayChange,
                  act: { press: setRemoved },
                },
              ]
            : []
        }
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
      {removed !== null && (
        <YesNo
          title={words.remove}
          yes={words.remove}
          no={TEXTS.cancel}
          danger
          onYes={() => void remove(removed)}
          onNo={() => setRemoved(null)}
        >
          {TEXTS.tables.removeQuestion(removed.Name)}
        </YesNo>
      )}
    </Page>
  );
};
