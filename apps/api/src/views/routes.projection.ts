import { routeDecider, type MeetingEvent, type RouteEvent, type RouteState } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import { projection, type EventViews, type ReadModels } from '@flagpost/read-models';

const VIEW = 'routes';

/** The circuit route and points of interest of an event, as its decider sees them. */
export type RouteDocument = RouteState;

/** As it is stored: not every store that speaks MongoDB's protocol keeps lists of lists. */
type StoredRoute = Omit<RouteState, 'tracks'> & {
  readonly tracks: readonly { readonly points: RouteState['tracks'][number] }[];
};

const toStored = (route: RouteDocument): StoredRoute => ({
  ...route,
  tracks: route.tracks.map((points) => ({ points })),
});
const fromStored = (stored: StoredRoute | null): RouteDocument =>
  stored === null
    ? routeDecider.initialState
    : { ...stored, tracks: stored.tracks.map(({ points }) => points) };

const fold = async (event: Recorded<RouteEvent>, views: EventViews): Promise<void> => {
  const view = views<StoredRoute>(VIEW);
  const { eventId } = event.data;
  const route = fromStored(await view.get(eventId));
  await view.put(eventId, toStored(routeDecider.evolve(route, event)));
};

export const routesProjection = projection<MeetingEvent | RouteEvent>({
  name: 'routes',
  version: 5,
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
    SectorCreated: fold,
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
