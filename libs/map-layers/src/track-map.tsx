import type { ReactElement } from 'react';
import { RaceMap } from './race-map.js';
import type { LiveCarsSource, RaceMapProps } from './types.js';

const NO_CARS: LiveCarsSource = {
  version: 0,
  buffer: {
    count: 0,
    originMs: 0,
    ids: new Int32Array(1),
    carNumbers: [],
    prevLat: new Float64Array(1),
    prevLng: new Float64Array(1),
    nextLat: new Float64Array(1),
    nextLng: new Float64Array(1),
    prevHeadingDeg: new Float32Array(1),
    nextHeadingDeg: new Float32Array(1),
    prevTimeS: new Float32Array(1),
    nextTimeS: new Float32Array(1),
    look: new Uint8Array(1),
    stopped: new Uint8Array(1),
    visible: new Uint8Array(1),
    restsAtS: 0,
  },
  newestReceivedAt: null,
  subscribe: () => () => undefined,
  pictureTimeS: () => 0,
};
const NONE: ReadonlySet<number> = new Set();
const ignore = (): void => undefined;

/** The track of an event and its points of interest, without a race. Fills its parent. */
export const TrackMap = (
  props: Pick<RaceMapProps, 'route' | 'pois' | 'home' | 'settings' | 'palette' | 'texts' | 'onFailure'>,
): ReactElement => <RaceMap {...props} cars={NO_CARS} live selected={NONE} onPick={ignore} />;
