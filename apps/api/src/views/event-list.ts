import type { EventSort, EventTab } from '@flagpost/contracts';
import type { EventDetails } from '@flagpost/domain';
import type { EventViews, Filter, ReadModels } from '@flagpost/read-models';
import { countryName } from '../countries/countries.js';

/** What lists of events are searched and sorted by, apart from the events, which have ids of thousands of competitors. */

const EVENT_LIST = 'eventList';
const CLUBS = 'eventClubs';

/** Texts as `folded` makes them. */
interface ListedEvent {
  readonly eventId: number;
  readonly clubId: number;
  readonly startsAt: number;
  readonly finishesAt: number;
  readonly published: boolean;
  /** How many competitors it has, and how many of them may run. */
  readonly invited: number;
  readonly authorized: number;
  readonly name: string;
  readonly club: string;
  readonly place: string;
  readonly country: string;
  readonly circuit: string;
}

export const EVENT_LIST_VIEWS = {
  views: [EVENT_LIST, CLUBS],
  indexes: { [EVENT_LIST]: [{ startsAt: 1 }, { clubId: 1, startsAt: 1 }, { finishesAt: 1 }] },
} as const;

/** Without case and accents: for searches, and for an order that is the same in every store. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export const listed = (views: EventViews) => views<ListedEvent>(EVENT_LIST);
const clubs = (views: EventViews) => views<{ readonly clubId: number; readonly name: string }>(CLUBS);

/** The fields of a listed event that come from its details. */
export const listedDetails = async (
  views: EventViews,
  { clubId, startsAt, finishesAt, name, city, state, countryId, circuitName }: EventDetails,
) => ({
  clubId,
  startsAt,
  finishesAt,
  name: folded(name),
  club: folded((await clubs(views).get(clubId))?.name ?? ''),
  place: folded(`${city}, ${state}`),
  country: folded(countryName(countryId)),
  circuit: folded(circuitName),
});

export const nameClub = async (views: EventViews, clubId: number, name: string): Promise<void> => {
  const known = await clubs(views).get(clubId);
  if (known?.name === name) return;
  await clubs(views).put(clubId, { clubId, name });
  for (const { eventId } of await listed(views).find({ clubId }))
    await listed(views).patch(eventId, { club: folded(name) });
};

export const forgetClub = async (views: EventViews, clubId: number): Promise<void> => {
  await clubs(views).delete(clubId);
};

const SORTED_BY = {
  Name: 'name',
  ClubName: 'club',
  Start: 'startsAt',
  Finish: 'finishesAt',
  Localization: 'place',
  Country: 'country',
  Invited: 'invited',
  Authorized: 'authorized',
  State: 'published',
  CircuitName: 'circuit',
} as const satisfies Record<EventSort, keyof ListedEvent>;

/** `current`: upcoming ones, and those that should run now and are not published. */
const ofTab = (tab: EventTab, now: number): Filter =>
  tab === 'past'
    ? { finishesAt: { $lt: now } }
    : { finishesAt: { $gte: now }, $or: [{ published: false }, { startsAt: { $gt: now } }] };

const SEARCHED = [
  'name',
  'club',
  'place',
  'country',
  'circuit',
] as const satisfies readonly (keyof ListedEvent)[];

/** Every word is in one of the texts. */
const withWords = (search: string): Filter => {
  const words = folded(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return words.length === 0
    ? {}
    : { $and: words.map((word) => ({ $or: SEARCHED.map((text) => ({ [text]: { $regex: word } })) })) };
};

export interface EventListQuery {
  readonly tab?: EventTab | undefined;
  readonly search?: string | undefined;
  readonly sort: EventSort;
  readonly order: 'asc' | 'desc';
  readonly first: number;
  readonly rows?: number | undefined;
}

/** The ids of a page of events, of every club if `clubId` is null, and how many there are on all pages. */
export const eventPage = async (
  readModels: ReadModels,
  clubId: number | null,
  { tab, search = '', sort, order, first, rows }: EventListQuery,
  now: number,
): Promise<{ readonly eventIds: readonly number[]; readonly total: number }> => {
  const view = readModels.view<ListedEvent>(EVENT_LIST);
  const filter: Filter = {
    // All have a start: a filter on it uses an index if there is no other.
    ...(clubId === null ? { startsAt: { $gte: 0 } } : { clubId }),
    ...(tab === undefined ? {} : ofTab(tab, now)),
    ...withWords(search),
  };
  const found = await view.find(filter, {
    sort: { [SORTED_BY[sort]]: order === 'asc' ? 1 : -1, ...(sort === 'Start' ? {} : { startsAt: 1 }) },
    skip: first,
    ...(rows === undefined ? {} : { limit: rows }),
  });
  const isWhole = first === 0 && (rows === undefined || found.length < rows);
  return {
    eventIds: found.map(({ eventId }) => eventId),
    total: isWhole ? found.length : await view.count(filter),
  };
};
