import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import {
  EVENT_TABS,
  holds,
  LIMITS,
  may,
  mayEver,
  PUBLISHED_STATE_ID,
  type EventRow,
  type EventSort,
} from '@flagpost/contracts';
import { useAppSelector } from '../../shared/store.js';
import { useDebounced } from '../../shared/debounced.js';
import { counted } from '../../shared/format.js';
import { PATHS } from '../../shared/paths.js';
import { selectActor } from '../../shared/session/slice.js';
import { TEXTS } from '../../shared/texts/events.js';
import type { Column } from '../../shared/ui/list/filter-and-sort.js';
import { List } from '../../shared/ui/list/list.js';
import { Tabs } from '../../shared/ui/tabs.js';
import { useEventsQuery } from './api.js';
import { NewEventDialog } from './event-dialog.js';
import { ReadyMark } from './ready-mark.js';
import { daysText } from './times.js';
import { useListAddress } from './use-list-address.js';

const words = TEXTS.events;
/** The search starts once typing pauses. */
const SEARCH_AFTER_MS = 250;

interface EventColumn extends Column<EventRow> {
  /** The server's sort key. */
  readonly sort: EventSort;
}

const NAME: EventColumn = {
  head: words.heads.name,
  sort: 'Name',
  text: ({ Name }) => Name,
  view: ({ Name, Ready }) => (
    <>
      {Ready !== null && <ReadyMark state={Ready} />}
      {Name}
    </>
  ),
};
const INSTITUTION: EventColumn = {
  head: words.heads.institution,
  sort: 'ClubName',
  text: ({ ClubName }) => ClubName,
};
const OTHERS: readonly EventColumn[] = [
  {
    head: words.heads.dates,
    sort: 'Start',
    text: ({ Start, Finish, TimeZone }) => daysText(Start, Finish, TimeZone),
    shape: 'days',
  },
  { head: words.heads.localization, sort: 'Localization', text: ({ Localization }) => Localization },
  { head: words.heads.country, sort: 'Country', text: ({ Country }) => Country },
  { head: words.heads.invited, sort: 'Invited', text: ({ Invited }) => counted(Invited), shape: 'number' },
  {
    head: words.heads.authorized,
    sort: 'Authorized',
    text: ({ Authorized }) => counted(Authorized),
    shape: 'number',
  },
  {
    head: words.heads.published,
    sort: 'State',
    text: ({ State }) => (State === PUBLISHED_STATE_ID ? TEXTS.yes : TEXTS.no),
  },
  { head: words.heads.circuit, sort: 'CircuitName', text: ({ CircuitName }) => CircuitName },
];

/** Events of a tab, a page at a time. */
export const EventList = (): ReactElement => {
  const actor = useAppSelector(selectActor);
  const [isCreating, setIsCreating] = useState(false);
  const { tab, question, chooseTab, ask } = useListAddress(EVENT_TABS);
  const search = useDebounced(question.search, SEARCH_AFTER_MS).trim().slice(0, LIMITS.search);
  const columns =
    actor !== null && holds(actor, 'admin') ? [NAME, INSTITUTION, ...OTHERS] : [NAME, ...OTHERS];
  const { sorting, page, size } = question;
  const sort = sorting === null ? undefined : columns[sorting.column]?.sort;
  const { data, error, isFetching, refetch } = useEventsQuery(
    {
      tab,
      first: String(page * size),
      rows: String(size),
      ...(search !== '' && { search }),
      ...(sort !== undefined && { sort, order: sorting?.isDescending === true ? 'desc' : 'asc' }),
    },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <section aria-label={words.tabs}>
      <Tabs label={words.tabs} names={words.tab} chosen={tab} onChoose={chooseTab}>
        <List
          key={tab}
          title={words.titles[tab]}
          heading="h2"
          search={words.search}
          actions={
            mayEver(actor, 'events.create') && (
              <Button label={words.create} icon="pi pi-plus" onClick={() => setIsCreating(true)} />
            )
          }
          columns={columns}
          rows={data?.rows}
          rowId={({ EventId }) => EventId}
          rowActions={[
            {
              icon: 'pi pi-history',
              label: ({ Name }) => words.showInHistory(Name),
              isOffered: ({ ClubId, Start }) =>
                Date.parse(Start) <= Date.now() && may(actor, 'history.read', { clubId: ClubId }),
              act: { to: ({ EventId }) => PATHS.history(EventId) },
            },
            {
              icon: 'pi pi-arrow-right',
              label: ({ Name }) => words.open(Name),
              act: { to: ({ EventId }) => PATHS.event(EventId) },
            },
          ]}
          server={{ question, onAsk: ask, total: data?.total ?? 0, isAsking: isFetching }}
          error={error}
          onRetry={() => void refetch()}
          empty={words.empty}
          footer={words.footer}
        />
      </Tabs>
      {isCreating && <NewEventDialog onClose={() => setIsCreating(false)} />}
    </section>
  );
};
