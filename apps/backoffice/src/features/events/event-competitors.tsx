import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import type { EventDetail } from '@flagpost/contracts';
import { PATHS } from '../../shared/paths.js';
import { TEXTS as COMPETITORS } from '../../shared/texts/competitors.js';
import { TEXTS } from '../../shared/texts/events.js';
import { List } from '../../shared/ui/list/list.js';
import { useCompetitorsQuery } from '../competitors/api.js';
import { columnsOfEvent, inOrder } from '../competitors/rows.js';

const words = COMPETITORS.entries;

/** The competitors, and a link to the page that manages them. */
export const EventCompetitors = ({
  event,
  mayManage,
}: {
  event: EventDetail;
  mayManage: boolean;
}): ReactElement => {
  const { data, error, refetch } = useCompetitorsQuery(event.eveId, { refetchOnMountOrArgChange: true });
  return (
    <div className="event-competitors">
      <List
        title={words.title}
        heading="h2"
        search={words.search}
        columns={columnsOfEvent}
        rows={data === undefined ? undefined : inOrder(data)}
        rowId={({ InvitationId }) => InvitationId}
        error={error}
        onRetry={() => void refetch()}
        empty={words.empty}
        footer={words.footer}
      />
      <Link
        className="p-button p-component p-button-outlined"
        to={PATHS.competitors(event.eveId, event.past)}
      >
        <i className="pi pi-users" aria-hidden="true" />
        {mayManage ? TEXTS.event.competitors.manage : TEXTS.event.competitors.view}
      </Link>
    </div>
  );
};
