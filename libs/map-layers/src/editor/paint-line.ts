import type { CanvasView } from '../canvas-view.js';
import { css } from '../colours.js';
import type { MapPalette, Rgba } from '../types.js';
import { isInView, type Pixel, type Pixels } from './pixels.js';

export type Context2D = CanvasRenderingContext2D;

/** Lines are drawn so far beyond the edge of the view, for their width and casing. */
const MARGIN_PX = 24;
/** Points of a line closer than this to the last one drawn are passed over. */
const LEAST_STEP_PX = 0.75;
const ARROW_EVERY_PX = 96;

const isBeyond = (a: Pixel, b: Pixel, { widthPx, heightPx }: CanvasView, marginPx: number): boolean =>
  Math.max(a.x, b.x) < -marginPx ||
  Math.min(a.x, b.x) > widthPx + marginPx ||
  Math.max(a.y, b.y) < -marginPx ||
  Math.min(a.y, b.y) > heightPx + marginPx;

export interface Trace {
  readonly pixels: Pixels;
  /** How many points there are. */
  readonly count: number;
  readonly isClosed: boolean;
}

/** Adds the part of a line that is in view to a path. Segments whose index is in `omitted` are left out. */
export const traceLine = (
  path: Pick<Path2D, 'moveTo' | 'lineTo'>,
  { pixels, count, isClosed }: Trace,
  view: CanvasView,
  omitted: ReadonlySet<number> | null = null,
  marginPx = MARGIN_PX,
): void => {
  const at = (index: number): Pixel => ({ x: pixels[2 * index] ?? NaN, y: pixels[2 * index + 1] ?? NaN });
  const segments = isClosed ? count : count - 1;
  let drawn: Pixel | null = null;
  let from = at(0);
  for (let segment = 0; segment < segments; segment++) {
    const to = at(segment + 1 === count ? 0 : segment + 1);
    if (omitted?.has(segment) === true || isBeyond(from, to, view, marginPx)) drawn = null;
    else {
      if (drawn === null) path.moveTo(from.x, from.y);
      const start: Pixel = drawn ?? from;
      drawn = start;
      const isLast = segment + 1 === segments || omitted?.has(segment + 1) === true;
      if (isLast || Math.hypot(to.x - start.x, to.y - start.y) >= LEAST_STEP_PX) {
        path.lineTo(to.x, to.y);
        drawn = to;
      }
    }
    from = to;
  }
};

/** Strokes the path with a casing around it. */
export const strokeCased = (
  ctx: Context2D,
  widthPx: number,
  casingPx: number,
  colours: { readonly line: Rgba; readonly casing: Rgba },
): void => {
  const dash = ctx.getLineDash();
  ctx.setLineDash([]);
  ctx.lineWidth = widthPx + 2 * casingPx;
  ctx.strokeStyle = css(colours.casing);
  ctx.stroke();
  ctx.setLineDash(dash);
  ctx.lineWidth = widthPx;
  ctx.strokeStyle = css(colours.line);
  ctx.stroke();
};

/** Arrows in drawn order along a line, in equal distances that do not change while the view is dragged. */
export const paintArrows = (
  ctx: Context2D,
  { pixels, count, isClosed }: Trace,
  view: CanvasView,
  colours: { readonly line: Rgba; readonly casing: Rgba },
): void => {
  ctx.beginPath();
  let nextPx = ARROW_EVERY_PX / 2;
  let passedPx = 0;
  const segments = isClosed ? count : count - 1;
  for (let segment = 0; segment < segments; segment++) {
    const to = segment + 1 === count ? 0 : segment + 1;
    const [ax, ay] = [pixels[2 * segment] ?? NaN, pixels[2 * segment + 1] ?? NaN];
    const [dx, dy] = [(pixels[2 * to] ?? NaN) - ax, (pixels[2 * to + 1] ?? NaN) - ay];
    const lengthPx = Math.hypot(dx, dy);
    for (; nextPx <= passedPx + lengthPx && lengthPx > 0; nextPx += ARROW_EVERY_PX) {
      const share = (nextPx - passedPx) / lengthPx;
      const [x, y] = [ax + dx * share, ay + dy * share];
      if (!isInView({ x, y }, view, MARGIN_PX)) continue;
      const [alongX, alongY] = [dx / lengthPx, dy / lengthPx];
      const corner = (along: number, across: number): [number, number] => [
        x + along * alongX - across * alongY,
        y + along * alongY + across * alongX,
      ];
      ctx.moveTo(...corner(-5, -6));
      ctx.lineTo(...corner(7, 0));
      ctx.lineTo(...corner(-5, 6));
      ctx.closePath();
    }
    passedPx += lengthPx;
  }
  ctx.lineWidth = 3;
  ctx.strokeStyle = css(colours.casing);
  ctx.stroke();
  ctx.fillStyle = css(colours.line);
  ctx.fill();
};

/** A disc with a ring around it, for a handle. */
export const paintDisc = (
  ctx: Context2D,
  { x, y }: Pixel,
  radiusPx: number,
  { fill, ring }: { readonly fill: Rgba; readonly ring: Rgba },
): void => {
  ctx.beginPath();
  ctx.arc(x, y, radiusPx, 0, 2 * Math.PI);
  ctx.fillStyle = css(fill);
  ctx.fill();
  ctx.lineWidth = 2;
  ctx.strokeStyle = css(ring);
  ctx.stroke();
};

/** Colours of the line of each role, with the casing that separates it from the ground. */
export const lineColours = (
  role: 'race' | 'drawing' | 'stage' | 'boxes',
  palette: MapPalette,
): { line: Rgba; casing: Rgba } => {
  const line = { race: palette.route, drawing: palette.track, stage: palette.stage, boxes: palette.boxes };
  return { line: line[role], casing: role === 'drawing' ? palette.trackCasing : palette.carCasing };
};
