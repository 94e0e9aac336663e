import type { Camera, Padding } from './canvas-view.js';
import { createListeners } from './listeners.js';
import { boundsOf } from './route-geometry.js';
import type { CentreRequest, RaceMapProps, RaceRoute } from './types.js';

/** What is kept of the view while one drawing of the map takes the place of another. */
export interface ViewMemory {
  /** Null before the first view. */
  readonly camera: Camera | null;
  readonly look: (camera: Camera) => void;
  /**
   * Whether the view has to be fitted: once for each extent of a route, or home of an event without one, as the view is the
   * person's from then on. A second question for the same answers false, whatever else has changed.
   */
  readonly takesFit: (route: RaceRoute | null, home: RaceMapProps['home']) => boolean;
  /** The view is fitted now: while it is, it is fitted again when the map changes its size. */
  readonly fitted: () => void;
  /** False once the person has moved the view since it was fitted. */
  readonly isFitted: () => boolean;
  /** Whether this request is still to be carried out: true once, for the drawing that asks first. */
  readonly takesCentre: (request: CentreRequest) => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Degrees and zoom levels; a resize may round both. */
const SAME = 1e-6;

const isSame = (a: Camera, b: Camera): boolean =>
  Math.abs(a.lat - b.lat) < SAME && Math.abs(a.lng - b.lng) < SAME && Math.abs(a.zoom - b.zoom) < SAME;

/** What the view is fitted to, as numbers: the corners of the route, or else the home. */
const groundOf = (route: RaceRoute | null, { lat, lng, zoom }: RaceMapProps['home']): readonly number[] =>
  (route === null ? null : boundsOf(route))?.flat() ?? [lat, lng, zoom];

/** @param given the view that somebody has chosen before: it is fitted to nothing */
export const createViewMemory = (given: Camera | null = null): ViewMemory => {
  let camera = given;
  let fittedTo: readonly number[] = [];
  let fitting: Camera | null = null;
  let centredOn: CentreRequest | null = null;
  const listeners = createListeners();
  return {
    get camera() {
      return camera;
    },
    look(next) {
      camera = next;
      listeners.call();
    },
    takesFit(route, home) {
      if (given !== null) return false;
      const ground = groundOf(route, home);
      const isSameGround =
        ground.length === fittedTo.length && ground.every((number, at) => number === fittedTo[at]);
      fittedTo = ground;
      return !isSameGround;
    },
    fitted() {
      fitting = camera;
    },
    isFitted: () => camera !== null && fitting !== null && isSame(camera, fitting),
    takesCentre(request) {
      if (request === centredOn) return false;
      centredOn = request;
      return true;
    },
    subscribe: listeners.subscribe,
  };
};

/** The track is not drawn to the edge; a small map is spared most of that room. */
export const fitPadding = (widthPx: number, heightPx: number): Padding => {
  const aside = Math.min(56, widthPx * 0.12, heightPx * 0.12);
  return { top: aside, right: aside, bottom: aside, left: aside };
};
