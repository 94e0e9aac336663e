import type { EventMapAnswer, LatLng } from '@flagpost/contracts';
import type { TrackDocument } from '../features/track-editor/model/document.js';
import { serverCopyOf, type ServerCopy } from '../features/track-editor/model/wire.js';

/** The map of an event for specs: a square circuit with start and finish on it. */

export const CORNERS: readonly LatLng[] = [
  { lat: 44.6, lng: 8.1 },
  { lat: 44.61, lng: 8.1 },
  { lat: 44.61, lng: 8.114 },
  { lat: 44.6, lng: 8.114 },
  { lat: 44.6, lng: 8.1 },
];
export const ON_THE_LINE: LatLng = { lat: 44.605, lng: 8.1 };
export const BOXES: readonly LatLng[] = [
  { lat: 44.602, lng: 8.102 },
  { lat: 44.603, lng: 8.102 },
  { lat: 44.603, lng: 8.104 },
  { lat: 44.602, lng: 8.102 },
];

/** A drawing without anything. */
export const EMPTY_DOCUMENT: TrackDocument = {
  name: '',
  lines: [],
  start: null,
  finish: null,
  boxes: null,
  pois: [],
  stages: [],
  mapPosition: null,
  nextId: 1,
};

interface Changes {
  readonly track?: Partial<EventMapAnswer['route']['track']>;
  readonly route?: Partial<Omit<EventMapAnswer['route'], 'track'>>;
  readonly pois?: EventMapAnswer['pois'];
  readonly stages?: EventMapAnswer['stages'];
}

export const aMap = ({ track, route, pois, stages }: Changes = {}): EventMapAnswer => ({
  route: {
    track: {
      name: 'Round course',
      pointsTrack: [{ Positions: [...CORNERS] }],
      pointsMetaStart: ON_THE_LINE,
      pointsMetaFinish: ON_THE_LINE,
      pointsBoxes: [...BOXES],
      kilometres: 4.45,
      ...track,
    },
    gmt: 2,
    routes: [{ id: 7, name: 'Round course' }],
    mapPosition: null,
    revision: 5,
    savedAt: '2027-06-01T10:00:00.000Z',
    savedBy: 'Ada Byron',
    ...route,
  },
  pois: pois ?? [{ Id: 31, Lat: 44.601, Long: 8.105, Description: 'Post 1', Icon: 'rescate' }],
  stages: stages ?? [],
});

/** No track yet. */
export const noMap = (): EventMapAnswer =>
  aMap({
    track: {
      name: null,
      pointsTrack: [],
      pointsMetaStart: null,
      pointsMetaFinish: null,
      pointsBoxes: null,
      kilometres: 0,
    },
    route: { routes: [], revision: 0, savedAt: null, savedBy: null },
    pois: [],
  });

export const aServerCopy = (changes: Changes = {}): ServerCopy => serverCopyOf(aMap(changes));
