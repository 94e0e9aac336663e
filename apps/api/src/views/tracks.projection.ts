import type { MapPosition } from '@flagpost/contracts';
import { refuse, type MeetingEvent, type RouteEvent } from '@flagpost/domain';
import { projection, type ReadModels } from '@flagpost/read-models';

const VIEW = 'tracks';

/** The listed data of the track of an event: all but its points. Of an event that was not deleted. */
export interface TrackDocument {
  readonly eventId: number;
  readonly clubId: number;
  readonly eventName: string;
  readonly circuitName: string;
  readonly finishesAt: number;
  /** False: the event has no track. */
  readonly isDrawn: boolean;
  readonly name: string | null;
  readonly mapPosition: MapPosition | null;
}

export const tracksProjection = projection<MeetingEvent | RouteEvent>({
  name: 'tracks',
  version: 1,
  views: [VIEW],
  indexes: { [VIEW]: [{ clubId: 1, isDrawn: 1 }, { isDrawn: 1 }] },
  on: {
    EventCreated: async ({ data: { eventId, clubId, name, circuitName, finishesAt } }, views) => {
      const event = { eventId, clubId, eventName: name, circuitName, finishesAt };
      const track = { isDrawn: false, name: null, mapPosition: null };
      await views<TrackDocument>(VIEW).put(eventId, { ...event, ...track });
    },
    EventEdited: async ({ data: { eventId, clubId, name, circuitName, finishesAt } }, views) => {
      await views<TrackDocument>(VIEW).patch(eventId, { clubId, eventName: name, circuitName, finishesAt });
    },
    EventPostponed: async ({ data: { eventId, finishesAt } }, views) => {
      await views<TrackDocument>(VIEW).patch(eventId, { finishesAt });
    },
    EventDeleted: async ({ data }, views) => {
      await views<TrackDocument>(VIEW).delete(data.eventId);
    },
    TrackNamed: async ({ data: { eventId, name } }, views) => {
      await views<TrackDocument>(VIEW).patch(eventId, { name });
    },
    TrackDrawn: async ({ data: { eventId, tracks } }, views) => {
      await views<TrackDocument>(VIEW).patch(eventId, { isDrawn: tracks.length > 0 });
    },
    MapPositionSaved: async ({ data: { eventId, mapPosition } }, views) => {
      await views<TrackDocument>(VIEW).patch(eventId, { mapPosition });
    },
    TrackDeleted: async ({ data }, views) => {
      await views<TrackDocument>(VIEW).patch(data.eventId, { isDrawn: false, name: null });
    },
  },
});

/** That of its event if it has none of its own. */
export const trackName = ({ name, eventName }: Pick<TrackDocument, 'name' | 'eventName'>): string =>
  name ?? eventName;

export const trackReads = (readModels: ReadModels) => {
  const view = readModels.view<TrackDocument>(VIEW);
  const drawn = async (eventId: number): Promise<TrackDocument | null> => {
    const track = await view.get(eventId);
    return track?.isDrawn === true ? track : null;
  };
  return {
    /** Null if the event has none. */
    get: drawn,
    /** @throws {DomainError} track.missing */
    existing: async (eventId: number): Promise<TrackDocument> =>
      (await drawn(eventId)) ?? refuse('track.missing', 'missing'),
    /** Of every club if `clubId` is null. */
    list: (clubId: number | null) => view.find({ ...(clubId === null ? {} : { clubId }), isDrawn: true }),
  };
};
