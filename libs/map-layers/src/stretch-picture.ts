import { css } from './colours.js';
import { MAP_FONT } from './ground-images.js';
import { unwrapRoute } from './route-geometry.js';
import { snapshotFrame } from './snapshot-frame.js';
import { paintGround, paintText } from './snapshot-route.js';
import { stretchColour } from './stretch-style.js';
import type { MapPalette, RaceMapTexts, RaceRoute, RaceStretch } from './types.js';

/** Width and height of the picture of a stretch, pixels. */
const SIDE_PX = 480;
const PADDING_PX = 48;
/** Seen as a thumbnail too. */
const TRACK_PX = 10;
const STRETCH_PX = 18;
const LABEL_PX = 40;

export interface StretchPictureOptions {
  readonly route: RaceRoute;
  /** The part of the track that the picture is of. */
  readonly stretch: RaceStretch;
  readonly palette: MapPalette;
  readonly texts: Pick<RaceMapTexts, 'start' | 'finish' | 'boxes'>;
}

/** A picture of the track with one stretch of it, as a PNG: without imagery, network or WebGL. */
export const drawStretchPicture = async (options: StretchPictureOptions): Promise<Blob> => {
  const { stretch, palette, texts } = options;
  const route = unwrapRoute(options.route);
  // Without the font the picture is still useful in the browser's own.
  await Promise.allSettled([document.fonts.load(`600 12px ${MAP_FONT}`)]);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const ctx = canvas.getContext('2d');
  const frame = snapshotFrame([...route.lines.flat(), ...stretch.points], SIDE_PX, PADDING_PX);
  if (ctx === null || frame === null) throw new Error('The picture of a stretch cannot be drawn.');
  paintGround(ctx, frame, { ...route, stretches: [] }, { palette, texts, doubledCasings: false });
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  for (const [points, widthPx, colour] of [
    ...route.lines.map((line) => [line, TRACK_PX + 4, palette.trackCasing] as const),
    ...route.lines.map((line) => [line, TRACK_PX, palette.track] as const),
    [stretch.points, STRETCH_PX + 4, palette.trackCasing],
    [stretch.points, STRETCH_PX, stretchColour(palette, stretch.colour)],
  ] as const) {
    ctx.beginPath();
    for (const at of points) ctx.lineTo(...frame.toPx(at));
    ctx.lineWidth = widthPx;
    ctx.strokeStyle = css(colour);
    ctx.stroke();
  }
  const middle = stretch.points[Math.floor(stretch.points.length / 2)];
  if (middle !== undefined) {
    ctx.font = `700 ${LABEL_PX}px ${MAP_FONT}`;
    const [x, y] = frame.toPx(middle);
    paintText(ctx, stretch.label, x, y, palette);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The picture of a stretch cannot be encoded.'));
      else resolve(blob);
    }, 'image/png');
  });
};
