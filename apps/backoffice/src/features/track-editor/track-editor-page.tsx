import { lazy, type ComponentType, type ReactElement } from 'react';
import type { EditorMapProps } from '@flagpost/map-layers/editor';
import { selectSession } from '../../shared/session/slice.js';
import { useAppSelector } from '../../shared/store.js';
import { TEXTS } from '../../shared/texts/editor.js';
import { Failure } from '../../shared/ui/failure.js';
import { NoticesProvider } from '../../shared/ui/notices.js';
import { Page } from '../../shared/ui/page.js';
import { useEventQuery } from '../events/api.js';
import { EventMissing } from '../events/event-missing.js';
import { serverCopyOf } from './model/wire.js';
import { TrackEditor } from './track-editor.js';
import { useServerMap } from './use-server-map.js';

const EditorMap = lazy(async () => ({
  default: (await import('@flagpost/map-layers/editor')).EditorMap,
}));

const FAILED = { track: TEXTS.editor.trackFailed, pois: TEXTS.editor.poisFailed } as const;

/** /drawing/{id} and /mapTrack/{id}: the map of an event, to be drawn. */
export const TrackEditorPage = ({
  eventId,
  surface = EditorMap,
}: {
  eventId: number;
  /** The map that is drawn on. */
  surface?: ComponentType<EditorMapProps>;
}): ReactElement => {
  const { data: event, error, refetch } = useEventQuery(eventId, { refetchOnMountOrArgChange: true });
  const { map, failure, retry } = useServerMap(eventId);
  const user = useAppSelector(selectSession)?.user;

  if (event !== undefined && map !== undefined && user !== undefined) {
    return (
      <NoticesProvider isMap>
        <TrackEditor event={event} userId={user.id} server={serverCopyOf(map)} surface={surface} />
      </NoticesProvider>
    );
  }
  return (
    <Page title={TEXTS.editor.map.region} of={event?.eveName}>
      <h1>{TEXTS.editor.map.region}</h1>
      {error !== undefined && event === undefined ? (
        <EventMissing error={error} onRetry={() => void refetch()} />
      ) : failure === null ? (
        <p role="status">{TEXTS.loading}</p>
      ) : (
        <Failure error={failure.error} text={FAILED[failure.part]} onRetry={retry} />
      )}
    </Page>
  );
};
