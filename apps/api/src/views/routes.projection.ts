import { routeDecider, type MeetingEvent, type RouteEvent, type RouteState } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import { projection, type EventViews, type ReadModels } from '@flagpost/read-models';
import { forgetSavings, notePublication, noteSaving, ROUTE_SAVINGS } from './route-savings.js';
import { indexSectors, SECTORS_VIEW, type SectorDocument } from './route-sectors.js';

const VIEW = 'routes';
const POIS = 'pois';

/** The circuit route of an event and all that lies on its map, as its decider sees them. */
export interface RouteDocument extends RouteState {
  /** When it was changed last, epoch ms, and by which user; null: never, and by the program. */
  readonly savedAt: number | null;
  readonly savedBy: number | null;
}

/** The event of a point of interest that is on a map, by the id of the point. */
interface PoiDocument {
  readonly eventId: number;
}

/** As it is stored: not every store that speaks MongoDB's protocol keeps lists of lists. */
type StoredRoute = Omit<RouteDocument, 'tracks'> & {
  readonly tracks: readonly { readonly points: RouteState['tracks'][number] }[];
};

const EMPTY: RouteDocument = { ...routeDecider.initialState, savedAt: null, savedBy: null };

const toStored = (route: RouteDocument): StoredRoute => ({
  ...route,
  tracks: route.tracks.map((points) => ({ points })),
});
const fromStored = (stored: StoredRoute | null): RouteDocument =>
  stored === null ? EMPTY : { ...stored, tracks: stored.tracks.map(({ points }) => points) };

/** The time and the user of the newest change of a route. */
export const savedWith = ({
  recordedAt,
  meta,
}: Recorded<RouteEvent>): Pick<RouteDocument, 'savedAt' | 'savedBy'> => ({
  savedAt: recordedAt,
  savedBy: meta.actorId,
});

const fold = async (event: Recorded<RouteEvent>, views: EventViews): Promise<void> => {
  const view = views<StoredRoute>(VIEW);
  const { eventId } = event.data;
  const route = fromStored(await view.get(eventId));
  const changed = routeDecider.evolve(route, event);
  // The route last: if this is interrupted, a repetition still knows which of them were deleted.
  await indexPois(views, eventId, route.pois, changed.pois);
  await noteSaving(views, event, route, changed);
  await indexSectors(views, eventId, route, changed);
  await view.put(eventId, toStored({ ...changed, ...savedWith(event) }));
};

const indexPois = async (
  views: EventViews,
  eventId: number,
  former: RouteState['pois'],
  pois: RouteState['pois'],
): Promise<void> => {
  if (pois === former) return;
  const index = views<PoiDocument>(POIS);
  const left = new Set(pois.map(({ poiId }) => poiId));
  const known = new Set(former.map(({ poiId }) => poiId));
  for (const { poiId } of former) if (!left.has(poiId)) await index.delete(poiId);
  for (const { poiId } of pois) if (!known.has(poiId)) await index.put(poiId, { eventId });
};

export const routesProjection = projection<MeetingEvent | RouteEvent>({
  name: 'routes',
  version: 10,
  views: [VIEW, POIS, ROUTE_SAVINGS, SECTORS_VIEW],
  indexes: { [SECTORS_VIEW]: [{ eventId: 1, number: 1 }] },
  on: {
    TrackNamed: fold,
    TrackDrawn: fold,
    StartPlaced: fold,
    FinishPlaced: fold,
    BoxesDrawn: fold,
    MapPositionSaved: fold,
    TrackTimeSet: fold,
    PoisSaved: fold,
    PoiDeleted: fold,
    StagesSaved: fold,
    SectorCreated: fold,
    SectorChanged: fold,
    SectorDeleted: fold,
    TrackDeleted: fold,
    EventPublished: ({ data, recordedAt }, views) => notePublication(views, data.eventId, recordedAt),
    EventDeleted: async ({ data: { eventId } }, views) => {
      const route = fromStored(await views<StoredRoute>(VIEW).get(eventId));
      await indexPois(views, eventId, route.pois, []);
      await indexSectors(views, eventId, route, EMPTY);
      await views<StoredRoute>(VIEW).delete(eventId);
      await forgetSavings(views, eventId);
    },
  },
});

export const routeReads = (readModels: ReadModels) => {
  const view = readModels.view<StoredRoute>(VIEW);
  const sectors = readModels.view<SectorDocument>(SECTORS_VIEW);
  return {
    /** An event without a drawn map has the empty route. */
    get: async (eventId: number): Promise<RouteDocument> => fromStored(await view.get(eventId)),
    /** The event on whose map a point of interest is; null if there is no such point. */
    eventOfPoi: async (poiId: number): Promise<number | null> =>
      (await readModels.view<PoiDocument>(POIS).get(poiId))?.eventId ?? null,
    sector: (sectorId: number) => sectors.get(sectorId),
    /** The sectors of these events, by number in each. */
    sectorsOf: (eventIds: readonly number[]) =>
      sectors.find({ eventId: { $in: eventIds } }, { sort: { eventId: 1, number: 1 } }),
  };
};
