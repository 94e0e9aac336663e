import type { LatLng } from '@flagpost/contracts';
import { lngNear } from '@flagpost/telemetry';
import {
  canvasView,
  fittingCamera,
  zoomedAt,
  type Camera,
  type CanvasView,
  type Size,
} from '../canvas-view.js';
import { createListeners } from '../listeners.js';
import { fitPadding } from '../view-memory.js';

/** The view of the drawing: told by the map below it, and asked for by keys, buttons and the application. */
export interface Viewport {
  /** Null before the first view. */
  readonly camera: Camera | null;
  /** Null before the size and the first view are known. */
  readonly view: CanvasView | null;
  readonly resize: (size: Size) => void;
  /** The map below shows this now. */
  readonly look: (camera: Camera) => void;
  /** Asks the map below for a view. */
  readonly go: (camera: Camera) => void;
  /** The map below is moved by this function. Returns a function that ends it; without one, asked views are shown at once. */
  readonly moveBy: (move: (camera: Camera) => void) => () => void;
  readonly pan: (dx: number, dy: number) => void;
  readonly zoom: (by: number) => void;
  /** Shows all these places, or `home` if there are none. */
  readonly fit: (places: readonly LatLng[], home: Camera) => void;
  readonly subscribe: (listener: (view: CanvasView, camera: Camera) => void) => () => void;
}

/** A single place, or places close together, are shown from no nearer than this. */
const NEAREST_ZOOM = 17;

export const createViewport = (): Viewport => {
  let camera: Camera | null = null;
  let size: Size | null = null;
  let view: CanvasView | null = null;
  let moveMap: ((camera: Camera) => void) | null = null;
  const listeners = createListeners<[CanvasView, Camera]>();

  const tell = (): void => {
    if (camera === null || size === null) return;
    view = canvasView(camera, size);
    listeners.call(view, camera);
  };
  const look = (next: Camera): void => {
    camera = next;
    tell();
  };
  const go = (next: Camera): void => {
    if (moveMap === null) look(next);
    else moveMap(next);
  };

  return {
    get camera() {
      return camera;
    },
    get view() {
      return view;
    },
    resize(next) {
      size = next;
      tell();
    },
    look,
    go,
    moveBy(move) {
      moveMap = move;
      return () => {
        if (moveMap === move) moveMap = null;
      };
    },
    pan(dx, dy) {
      if (view === null || camera === null) return;
      go({ ...view.toPlace(view.widthPx / 2 + dx, view.heightPx / 2 + dy), zoom: camera.zoom });
    },
    zoom(by) {
      if (view !== null && camera !== null)
        go(zoomedAt(view, camera, by, [view.widthPx / 2, view.heightPx / 2]));
    },
    fit(places, home) {
      if (size === null) return;
      const [first] = places;
      if (first === undefined) {
        go(home);
        return;
      }
      let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
      for (const place of places) {
        const { lat } = place;
        const lng = lngNear(first.lng, place.lng);
        west = Math.min(west, lng);
        east = Math.max(east, lng);
        south = Math.min(south, lat);
        north = Math.max(north, lat);
      }
      const corners = [
        [west, south],
        [east, north],
      ] as const;
      const fitting = fittingCamera(corners, size, fitPadding(size.widthPx, size.heightPx));
      go({ ...fitting, zoom: Math.min(NEAREST_ZOOM, fitting.zoom) });
    },
    subscribe: listeners.subscribe,
  };
};
