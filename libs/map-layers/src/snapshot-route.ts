import type { LatLng } from '@flagpost/contracts';
import { css } from './colours.js';
import { drawGroundImage, MAP_FONT } from './ground-images.js';
import { gridFrame, gridLines, zoomOf } from './grid.js';
import { nameMiddle, placeNames } from './place-names.js';
import { kilometreMarks, startLine } from './route-geometry.js';
import { arrowsAlong, spaced, type SnapshotFrame } from './snapshot-frame.js';
import type { MapPalette, RaceMapTexts, RaceRoute } from './types.js';

type Pen = CanvasRenderingContext2D;

const NAME_HEIGHT_PX = 20;

export interface RouteLook {
  readonly palette: MapPalette;
  readonly texts: Pick<RaceMapTexts, 'start' | 'finish' | 'boxes'>;
  readonly doubledCasings: boolean;
}

/** Words with a halo, their middle at a place of the picture. */
export const paintText = (pen: Pen, words: string, x: number, y: number, palette: MapPalette): void => {
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineWidth = 4;
  pen.strokeStyle = css(palette.textHalo);
  pen.strokeText(words, x, y);
  pen.fillStyle = css(palette.text);
  pen.fillText(words, x, y);
};

/** A line on the picture, through places given as [lng, lat]. */
const trace = (pen: Pen, frame: SnapshotFrame, line: readonly (readonly number[])[]): void => {
  pen.beginPath();
  for (const [lng = NaN, lat = NaN] of line) pen.lineTo(...frame.toPx({ lat, lng }));
};

const positions = (places: readonly LatLng[]): number[][] => places.map(({ lat, lng }) => [lng, lat]);

/** The metric grid over the whole picture. */
const paintGrid = (pen: Pen, frame: SnapshotFrame, palette: MapPalette): void => {
  const [halfX, halfY] = [frame.widthPx / 2, frame.heightPx / 2];
  const [east, north] = frame.toPx({ lat: frame.centre.lat + 0.001, lng: frame.centre.lng + 0.001 });
  const [lngSpan, latSpan] = [(0.001 * halfX) / (east - halfX), (0.001 * halfY) / (halfY - north)];
  const { lat, lng } = frame.centre;
  const view = { west: lng - lngSpan, east: lng + lngSpan, south: lat - latSpan, north: lat + latSpan };
  pen.strokeStyle = css(palette.grid);
  pen.lineWidth = 1;
  const grid = gridFrame(frame.centre, view, zoomOf(lat, frame.metresPerPx));
  for (const { geometry } of gridLines(frame.centre, grid).features) {
    trace(pen, frame, geometry.coordinates);
    pen.stroke();
  }
};

/** A pattern of the map's, for a fill. */
const pattern = (pen: Pen, id: string, palette: MapPalette): CanvasPattern | string => {
  const image = drawGroundImage(id, palette);
  if (image === null) return css(palette.text);
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return pen.createPattern(canvas, 'repeat') ?? css(palette.text);
};

/** Boxes, track, finish and start to scale, arrows, kilometres and names. */
const paintRoute = (
  pen: Pen,
  frame: SnapshotFrame,
  route: RaceRoute,
  { palette, texts, doubledCasings }: RouteLook,
): void => {
  const casingPx = doubledCasings ? 4 : 2;
  if (route.boxes !== null && route.boxes.length > 2) {
    trace(pen, frame, positions(route.boxes));
    pen.closePath();
    pen.fillStyle = pattern(pen, 'hatch', palette);
    pen.fill();
    pen.lineWidth = 1.5;
    pen.strokeStyle = css(palette.boxes);
    pen.stroke();
  }
  const widths = [
    [6 + casingPx * 2, palette.trackCasing],
    [6, palette.track],
  ] as const;
  for (const [widthPx, colour] of widths) {
    pen.lineWidth = widthPx;
    pen.strokeStyle = css(colour);
    for (const line of route.lines) {
      trace(pen, frame, positions(line));
      pen.stroke();
    }
  }
  if (route.finish !== null) {
    pen.beginPath();
    pen.arc(...frame.toPx(route.finish), route.finishRadiusM / frame.metresPerPx, 0, 2 * Math.PI);
    pen.globalAlpha = 0.55;
    pen.fillStyle = pattern(pen, 'chequer', palette);
    pen.fill();
    pen.globalAlpha = 1;
    pen.lineWidth = 1.5;
    pen.strokeStyle = css(palette.text);
    pen.stroke();
  }
  for (const { geometry } of startLine(route).features) {
    trace(pen, frame, geometry.coordinates);
    pen.lineWidth = 3;
    pen.strokeStyle = css(palette.white);
    pen.stroke();
  }
  pen.lineWidth = 1.5;
  pen.strokeStyle = css(palette.trackCasing);
  for (const line of route.lines) {
    for (const { x, y, turn: angle } of arrowsAlong(
      line.map((at) => frame.toPx(at)),
      90,
    )) {
      const tip = (along: number, across: number): [number, number] => [
        x + along * Math.cos(angle) - across * Math.sin(angle),
        y + along * Math.sin(angle) + across * Math.cos(angle),
      ];
      pen.beginPath();
      pen.moveTo(...tip(-1.5, -2.5));
      pen.lineTo(...tip(1.5, 0));
      pen.lineTo(...tip(-1.5, 2.5));
      pen.stroke();
    }
  }
  pen.textAlign = 'center';
  const kilometres = kilometreMarks(route).map(({ km, at }) => ({ km, px: frame.toPx(at) }));
  for (const { km, px } of spaced(kilometres, 40)) {
    const widthPx = Math.max(16, pen.measureText(String(km)).width + 8);
    pen.beginPath();
    pen.roundRect(px[0] - widthPx / 2, px[1] - 8, widthPx, 16, 8);
    pen.fillStyle = css(palette.trackCasing);
    pen.fill();
    pen.fillStyle = css(palette.track);
    pen.fillText(String(km), px[0], px[1] + 0.5);
  }
  for (const name of placeNames(route)) {
    const words = name.of.map((part) => texts[part]).join(' / ');
    const [x, y] = frame.toPx(name.at);
    const [dx, dy] = nameMiddle(name, pen.measureText(words).width, NAME_HEIGHT_PX);
    paintText(pen, words, x + dx, y + dy, palette);
  }
};

/** Land, grid and route: all that lies under the cars. */
export const paintGround = (
  pen: Pen,
  frame: SnapshotFrame,
  route: RaceRoute | null,
  look: RouteLook,
): void => {
  pen.fillStyle = css(look.palette.land);
  pen.fillRect(0, 0, frame.widthPx, frame.heightPx);
  pen.font = `600 12px ${MAP_FONT}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  paintGrid(pen, frame, look.palette);
  if (route !== null) paintRoute(pen, frame, route, look);
};
