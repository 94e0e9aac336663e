import { routeDecider, type RouteEvent, type RouteState } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import { projection, type EventViews, type ReadModels } from '@flagpost/read-models';

const VIEW = 'routes';

/** The circuit route and points of interest of an event, as its decider sees them. */
export type RouteDocument = RouteState;

const fold = async (event: Recorded<RouteEvent>, views: EventViews): Promise<void> => {
  const view = views<RouteDocument>(VIEW);
  const { eventId } = event.data;
  await view.put(eventId, routeDecider.evolve((await view.get(eventId)) ?? routeDecider.initialState, event));
};

export const routesProjection = projection<RouteEvent>({
  name: 'routes',
  version: 2,
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
  },
});

export const routeReads = (readModels: ReadModels) => {
  const view = readModels.view<RouteDocument>(VIEW);
  return {
    /** An event whose map nobody has drawn has the empty route. */
    get: async (eventId: number): Promise<RouteDocument> =>
      (await view.get(eventId)) ?? routeDecider.initialState,
  };
};
