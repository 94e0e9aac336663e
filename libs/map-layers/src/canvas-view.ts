import type { LatLng } from '@flagpost/contracts';
import { lngNear } from '@flagpost/telemetry';
import { metresPerPixel } from './grid.js';
import type { SnapshotFrame } from './snapshot-frame.js';
import type { MapView } from './types.js';

/** The camera: north up, a centre, and a Mercator zoom as in MapLibre. */
export interface Camera {
  readonly lat: number;
  readonly lng: number;
  readonly zoom: number;
}

/** A frame that can also convert pixels to places. */
export interface CanvasView extends SnapshotFrame {
  /** As places are stored: beyond the antimeridian longitudes begin anew. */
  toPlace(x: number, y: number): LatLng;
  /** A place of the world as a square of side 1 lies at this pixel plus its coordinates times the scale. */
  readonly worldAtPx: { readonly x: number; readonly y: number; readonly scale: number };
}

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface Padding {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const TILE_PX = 512;
const MIN_ZOOM = 1;
const MAX_ZOOM = 20;

/** The world as a square of side 1, from its north-west corner. */
export const worldX = (lng: number): number => (lng + 180) / 360;
export const worldY = (lat: number): number =>
  (1 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / Math.PI) / 2;
const lngAt = (x: number): number => x * 360 - 180;
const latAt = (y: number): number => (Math.atan(Math.exp(Math.PI * (1 - 2 * y))) * 360) / Math.PI - 90;

const inRange = (zoom: number): number => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));

/** Shows the same ground at the same pixels as MapLibre with this camera. */
export const canvasView = (camera: Camera, { widthPx, heightPx }: Size): CanvasView => {
  const scale = TILE_PX * 2 ** camera.zoom;
  const [middleX, middleY] = [worldX(camera.lng), worldY(camera.lat)];
  return {
    widthPx,
    heightPx,
    centre: { lat: camera.lat, lng: camera.lng },
    metresPerPx: metresPerPixel(camera.lat, camera.zoom),
    worldAtPx: { x: widthPx / 2 - middleX * scale, y: heightPx / 2 - middleY * scale, scale },
    toPx: ({ lat, lng }) => [
      widthPx / 2 + (worldX(lngNear(camera.lng, lng)) - middleX) * scale,
      heightPx / 2 + (worldY(lat) - middleY) * scale,
    ],
    toPlace: (x, y) => ({
      lat: latAt(middleY + (y - heightPx / 2) / scale),
      lng: lngNear(0, lngAt(middleX + (x - widthPx / 2) / scale)),
    }),
  };
};

/** What a camera shows of the ground. Its longitudes run on across the antimeridian. */
export const viewOf = (camera: Camera, size: Size): MapView => {
  const view = canvasView(camera, size);
  const { x, y, scale } = view.worldAtPx;
  return {
    ...camera,
    north: latAt(-y / scale),
    south: latAt((view.heightPx - y) / scale),
    west: lngAt(-x / scale),
    east: lngAt((view.widthPx - x) / scale),
  };
};

/** The camera that fits south-west and north-east corners, [lng, lat] each, within the padding. */
export const fittingCamera = (
  [[west, south], [east, north]]: readonly [readonly [number, number], readonly [number, number]],
  { widthPx, heightPx }: Size,
  padding: Padding,
): Camera => {
  const roomX = Math.max(1, widthPx - padding.left - padding.right);
  const roomY = Math.max(1, heightPx - padding.top - padding.bottom);
  const [spanX, spanY] = [worldX(east) - worldX(west), worldY(south) - worldY(north)];
  const zoom = inRange(Math.log2(Math.min(roomX / spanX, roomY / spanY) / TILE_PX));
  const scale = TILE_PX * 2 ** zoom;
  return {
    lng: lngAt((worldX(west) + worldX(east)) / 2 + (padding.right - padding.left) / 2 / scale),
    lat: latAt((worldY(south) + worldY(north)) / 2 + (padding.bottom - padding.top) / 2 / scale),
    zoom,
  };
};

/** The camera after a drag by so many pixels. */
export const dragged = (view: CanvasView, { zoom }: Camera, dx: number, dy: number): Camera => ({
  ...view.toPlace(view.widthPx / 2 - dx, view.heightPx / 2 - dy),
  zoom,
});

/** The camera after zooming in by this much, with the same place under this pixel. */
export const zoomedAt = (
  view: CanvasView,
  camera: Camera,
  by: number,
  [x, y]: readonly [x: number, y: number],
): Camera => {
  const zoom = inRange(camera.zoom + by);
  const share = 1 - 2 ** (camera.zoom - zoom);
  const middle = view.toPlace(
    view.widthPx / 2 + (x - view.widthPx / 2) * share,
    view.heightPx / 2 + (y - view.heightPx / 2) * share,
  );
  return { ...middle, zoom };
};
