import type { LatLng } from '@flagpost/contracts';
import { css } from './colours.js';
import { drawGroundImage, MAP_FONT } from './ground-images.js';
import { gridFrame, gridLines, zoomOf } from './grid.js';
import { casingPxOf } from './line-widths.js';
import { nameMiddle, placeNames } from './place-names.js';
import { kilometreMarks, startLine } from './route-geometry.js';
import { arrowsAlong, spaced, type SnapshotFrame } from './snapshot-frame.js';
import { paintStretches, paintStretchNames } from './stretch-style.js';
import type { MapPalette, RaceMapTexts, RaceRoute } from './types.js';

type Context2D = CanvasRenderingContext2D;

const NAME_HEIGHT_PX = 20;

export interface RouteLook {
  readonly palette: MapPalette;
  readonly texts: Pick<RaceMapTexts, 'start' | 'finish' | 'boxes'>;
  readonly doubledCasings: boolean;
}

/** Text with a halo, centred at a pixel. */
export const paintText = (ctx: Context2D, words: string, x: number, y: number, palette: MapPalette): void => {
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineWidth = 4;
  ctx.strokeStyle = css(palette.textHalo);
  ctx.strokeText(words, x, y);
  ctx.fillStyle = css(palette.text);
  ctx.fillText(words, x, y);
};

/** Traces a line through places given as [lng, lat]. */
const trace = (ctx: Context2D, frame: SnapshotFrame, line: readonly (readonly number[])[]): void => {
  ctx.beginPath();
  for (const [lng = NaN, lat = NaN] of line) ctx.lineTo(...frame.toPx({ lat, lng }));
};

const positions = (places: readonly LatLng[]): number[][] => places.map(({ lat, lng }) => [lng, lat]);

/** The metric grid over the whole picture. */
const paintGrid = (ctx: Context2D, frame: SnapshotFrame, palette: MapPalette): void => {
  const [halfX, halfY] = [frame.widthPx / 2, frame.heightPx / 2];
  const [east, north] = frame.toPx({ lat: frame.centre.lat + 0.001, lng: frame.centre.lng + 0.001 });
  const [lngSpan, latSpan] = [(0.001 * halfX) / (east - halfX), (0.001 * halfY) / (halfY - north)];
  const { lat, lng } = frame.centre;
  const view = { west: lng - lngSpan, east: lng + lngSpan, south: lat - latSpan, north: lat + latSpan };
  ctx.strokeStyle = css(palette.grid);
  ctx.lineWidth = 1;
  const grid = gridFrame(frame.centre, view, zoomOf(lat, frame.metresPerPx));
  for (const { geometry } of gridLines(frame.centre, grid).features) {
    trace(ctx, frame, geometry.coordinates);
    ctx.stroke();
  }
};

/** A fill pattern of the map. */
export const pattern = (ctx: Context2D, id: string, palette: MapPalette): CanvasPattern | string => {
  const image = drawGroundImage(id, palette);
  if (image === null) return css(palette.text);
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return ctx.createPattern(canvas, 'repeat') ?? css(palette.text);
};

/** Boxes, track, finish and start to scale, arrows, kilometres and names. */
const paintRoute = (
  ctx: Context2D,
  frame: SnapshotFrame,
  route: RaceRoute,
  { palette, texts, doubledCasings }: RouteLook,
): void => {
  const casingPx = casingPxOf(doubledCasings);
  if (route.boxes !== null && route.boxes.length > 2) {
    trace(ctx, frame, positions(route.boxes));
    ctx.closePath();
    ctx.fillStyle = pattern(ctx, 'hatch', palette);
    ctx.fill();
    ctx.lineWidth = 1.5;
    ctx.strokeStyle = css(palette.boxes);
    ctx.stroke();
  }
  const widths = [
    [6 + casingPx * 2, palette.trackCasing],
    [6, palette.track],
  ] as const;
  for (const [widthPx, colour] of widths) {
    ctx.lineWidth = widthPx;
    ctx.strokeStyle = css(colour);
    for (const line of route.lines) {
      trace(ctx, frame, positions(line));
      ctx.stroke();
    }
  }
  paintStretches(ctx, frame, route, palette);
  if (route.finish !== null) {
    ctx.beginPath();
    ctx.arc(...frame.toPx(route.finish), route.finishRadiusM / frame.metresPerPx, 0, 2 * Math.PI);
    ctx.globalAlpha = 0.55;
    ctx.fillStyle = pattern(ctx, 'chequer', palette);
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.lineWidth = 1.5;
    ctx.strokeStyle = css(palette.text);
    ctx.stroke();
  }
  for (const { geometry } of startLine(route).features) {
    trace(ctx, frame, geometry.coordinates);
    ctx.lineWidth = 3;
    ctx.strokeStyle = css(palette.white);
    ctx.stroke();
  }
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = css(palette.trackCasing);
  for (const line of route.lines) {
    for (const { x, y, turn: angle } of arrowsAlong(
      line.map((at) => frame.toPx(at)),
      90,
    )) {
      const tip = (along: number, across: number): [number, number] => [
        x + along * Math.cos(angle) - across * Math.sin(angle),
        y + along * Math.sin(angle) + across * Math.cos(angle),
      ];
      ctx.beginPath();
      ctx.moveTo(...tip(-1.5, -2.5));
      ctx.lineTo(...tip(1.5, 0));
      ctx.lineTo(...tip(-1.5, 2.5));
      ctx.stroke();
    }
  }
  ctx.textAlign = 'center';
  const kilometres = kilometreMarks(route).map(({ km, at }) => ({ km, px: frame.toPx(at) }));
  for (const { km, px } of spaced(kilometres, 40)) {
    const widthPx = Math.max(16, ctx.measureText(String(km)).width + 8);
    ctx.beginPath();
    ctx.roundRect(px[0] - widthPx / 2, px[1] - 8, widthPx, 16, 8);
    ctx.fillStyle = css(palette.trackCasing);
    ctx.fill();
    ctx.fillStyle = css(palette.track);
    ctx.fillText(String(km), px[0], px[1] + 0.5);
  }
  paintStretchNames(frame, route, (words, x, y) => paintText(ctx, words, x, y, palette));
  for (const name of placeNames(route)) {
    const words = name.of.map((part) => texts[part]).join(' / ');
    const [x, y] = frame.toPx(name.at);
    const [dx, dy] = nameMiddle(name, ctx.measureText(words).width, NAME_HEIGHT_PX);
    paintText(ctx, words, x + dx, y + dy, palette);
  }
};

/** Land, grid and route: everything below the cars. */
export const paintGround = (
  ctx: Context2D,
  frame: SnapshotFrame,
  route: RaceRoute | null,
  look: RouteLook,
): void => {
  ctx.fillStyle = css(look.palette.land);
  ctx.fillRect(0, 0, frame.widthPx, frame.heightPx);
  ctx.font = `600 12px ${MAP_FONT}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  paintGrid(ctx, frame, look.palette);
  if (route !== null) paintRoute(ctx, frame, route, look);
};
