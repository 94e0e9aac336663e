import { Button } from 'primereact/button';
import { useSyncExternalStore, type ReactElement } from 'react';
import type { PastStory } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/history.js';
import { useRace } from '../../race-control/race-context.js';
import type { SpanStore } from '../span-store.js';
import { PositionsDeletedNotice } from './positions-deleted.js';

/** Why the map is without cars: positions that were deleted, that never came, or that could not be read. */
export const PositionsNote = ({
  story,
  spans,
}: {
  story: Pick<PastStory, 'from' | 'positionsDeleted'>;
  spans: SpanStore;
}): ReactElement => {
  const { gmtHoursAt } = useRace();
  const hasFailed = useSyncExternalStore(spans.subscribe, () => spans.hasFailed);
  return (
    <>
      <PositionsDeletedNotice story={story} gmtHoursAt={gmtHoursAt} />
      {story.from === null && story.positionsDeleted === null && (
        <p className="history-none" role="status">
          <strong>{TEXTS.history.noPositions}</strong> {TEXTS.history.noPositionsHint}
        </p>
      )}
      {hasFailed && (
        <p className="history-none" role="alert">
          {TEXTS.history.spanFailed}
          <Button size="small" outlined label={TEXTS.retry} onClick={() => spans.retry()} />
        </p>
      )}
    </>
  );
};
