import { routeDecider, type MeetingEvent, type RouteEvent, type RouteState } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import { projection, type EventViews, type ReadModels } from '@flagpost/read-models';

const VIEW = 'routes';

/** The circuit route of an event and all that lies on its map, as its decider sees them. */
export interface RouteDocument extends RouteState {
  /** When it was changed last, epoch ms, and by which user; null: never, and by the program. */
  readonly savedAt: number | null;
  readonly savedBy: number | null;
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
  await view.put(eventId, toStored({ ...routeDecider.evolve(route, event), ...savedWith(event) }));
};

export const routesProjection = projection<MeetingEvent | RouteEvent>({
  name: 'routes',
  version: 6,
  views: [VIEW],
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
    EventDeleted: async ({ data }, views) => {
      await views<StoredRoute>(VIEW).delete(data.eventId);
    },
  },
});

export const routeReads = (readModels: ReadModels) => {
  const view = readModels.view<StoredRoute>(VIEW);
  return {
    /** An event without a drawn map has the empty route. */
    get: async (eventId: number): Promise<RouteDocument> => fromStored(await view.get(eventId)),
  };
};
