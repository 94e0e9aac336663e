import type { LatLng } from '@flagpost/contracts';
import { isDrawn } from './car-columns.js';
import { css } from './colours.js';
import { MAP_FONT } from './ground-images.js';
import { lngLatAt } from './motion.js';
import { POI_GLYPHS } from './poi-glyphs.js';
import { unwrapRoute } from './route-geometry.js';
import { createCarPainter } from './snapshot-cars.js';
import { snapshotFrame, type SnapshotFrame } from './snapshot-frame.js';
import { paintGround } from './snapshot-route.js';
import type { TrailSource } from './trails.js';
import type { LiveCarsBuffer, MapPalette, RaceMapTexts, RacePoi, RaceRoute } from './types.js';

/** Width and height of a snapshot, pixels. */
export const SNAPSHOT_PX = 600;
const PADDING_PX = 48;

export interface SnapshotOptions {
  readonly route: RaceRoute | null;
  readonly pois: readonly RacePoi[];
  readonly cars: LiveCarsBuffer;
  /** Picture time of the moment to show: `LiveCarsSource.pictureTimeS`. */
  readonly timeS: number;
  readonly palette: MapPalette;
  readonly texts: Pick<RaceMapTexts, 'start' | 'finish' | 'boxes'>;
  readonly doubledCasings?: boolean;
  /** Under the cars; none if left out. */
  readonly trail?: TrailSource | null;
}

type Context2D = CanvasRenderingContext2D;

const placesOf = ({ route, cars, timeS, pois }: SnapshotOptions): LatLng[] => {
  const track = route === null ? [] : [...route.lines.flat(), ...(route.boxes ?? [])];
  if (track.length > 0) return track;
  const places = pois.map(({ position }) => position);
  for (let i = 0; i < cars.count; i++) {
    if (!isDrawn(cars, i)) continue;
    const [lng, lat] = lngLatAt(cars, i, timeS);
    places.push({ lat, lng });
  }
  return places;
};

const paintPois = (ctx: Context2D, frame: SnapshotFrame, { pois, palette }: SnapshotOptions): void => {
  ctx.save();
  ctx.font = '14px primeicons';
  for (const { position, icon } of pois) {
    const [x, y] = frame.toPx(position);
    ctx.beginPath();
    ctx.arc(x, y, 12, 0, 2 * Math.PI);
    ctx.fillStyle = css(palette.poi);
    ctx.fill();
    ctx.lineWidth = 1;
    ctx.strokeStyle = css(palette.textHalo);
    ctx.stroke();
    ctx.fillStyle = css(palette.poiGlyph);
    ctx.fillText(POI_GLYPHS[icon], x, y);
  }
  ctx.restore();
};

/**
 * Paints the race at one moment: ground, track, POIs and cars with their looks and numbers, as on the map, without
 * imagery, network or WebGL. The fonts of the map must be loaded: see `drawSnapshot`.
 */
const paintSnapshot = (ctx: Context2D, options: SnapshotOptions): void => {
  const { palette, cars, timeS, doubledCasings = false, trail = null } = options;
  const route = options.route && unwrapRoute(options.route);
  ctx.fillStyle = css(palette.land);
  ctx.fillRect(0, 0, SNAPSHOT_PX, SNAPSHOT_PX);
  const frame = snapshotFrame(placesOf(options), SNAPSHOT_PX, PADDING_PX);
  if (frame === null) return;
  const look = { ...options, doubledCasings };
  paintGround(ctx, frame, route, look);
  paintPois(ctx, frame, options);
  createCarPainter(look).paint(ctx, frame, { cars, timeS, trail: trail?.columns() ?? null });
};

/** Draws a snapshot of `SNAPSHOT_PX` by `SNAPSHOT_PX` on a new canvas, after the map's fonts are loaded. */
export const drawSnapshot = async (options: SnapshotOptions): Promise<HTMLCanvasElement> => {
  const fonts = [`600 12px ${MAP_FONT}`, `700 12px ${MAP_FONT}`, '14px primeicons'];
  // Without a font the picture is still useful in the browser's own.
  await Promise.allSettled(fonts.map((font) => document.fonts.load(font)));
  const canvas = document.createElement('canvas');
  canvas.width = SNAPSHOT_PX;
  canvas.height = SNAPSHOT_PX;
  const ctx = canvas.getContext('2d');
  if (ctx === null) throw new Error('This browser supports no 2D canvas.');
  paintSnapshot(ctx, options);
  return canvas;
};
