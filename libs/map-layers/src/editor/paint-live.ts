import type { CanvasView } from '../canvas-view.js';
import { css } from '../colours.js';
import { casingPxOf } from '../line-widths.js';
import type { MapPalette } from '../types.js';
import { lineColours, paintDisc, strokeCased, type Context2D } from './paint-line.js';
import { LINE_PX, paintFinish } from './paint-scene.js';
import type { Pixel } from './pixels.js';

/** What follows the pointer. */
export interface LivePicture {
  readonly role: 'race' | 'drawing' | 'stage' | 'boxes';
  /** Where the dragged or next point is; null: none is shown. */
  readonly point: Pixel | null;
  /** Ends of the segments that lead to it. */
  readonly joined: readonly Pixel[];
  /** The outline of a whole shape that is moved, and by how much; null: none is. */
  readonly whole: { readonly path: Path2D; readonly dx: number; readonly dy: number } | null;
  /** Radius of the circle of a finish that is dragged or placed, metres. */
  readonly finishRadiusM: number | null;
  /** What the point is snapped to. */
  readonly snap: { readonly pixel: Pixel; readonly to: 'point' | 'line' } | null;
}

/** A dragged part, the line to the next point of a draft, and what it snaps to: drawn anew for each move. */
export const paintLive = (
  ctx: Context2D,
  view: CanvasView,
  { role, point, joined, whole, finishRadiusM, snap }: LivePicture,
  look: { readonly palette: MapPalette; readonly doubledCasings: boolean; readonly isCoarse: boolean },
): void => {
  const { palette, isCoarse } = look;
  const casingPx = casingPxOf(look.doubledCasings);
  const colours = lineColours(role, palette);
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  if (whole !== null) {
    ctx.save();
    ctx.translate(whole.dx, whole.dy);
    ctx.lineWidth = LINE_PX + 2 * casingPx;
    ctx.strokeStyle = css(colours.casing);
    ctx.stroke(whole.path);
    ctx.lineWidth = LINE_PX;
    ctx.strokeStyle = css(colours.line);
    ctx.stroke(whole.path);
    ctx.restore();
  }
  if (point === null) return;
  for (const end of joined) {
    ctx.beginPath();
    ctx.moveTo(end.x, end.y);
    ctx.lineTo(point.x, point.y);
    strokeCased(ctx, LINE_PX, casingPx, colours);
  }
  if (finishRadiusM !== null) paintFinish(ctx, point, finishRadiusM, view, palette);
  paintDisc(ctx, point, isCoarse ? 14 : 9, { fill: palette.selection, ring: palette.white });
  if (snap === null) return;
  // A ring for a point, a square for a line: told apart without colour.
  ctx.beginPath();
  if (snap.to === 'point') ctx.arc(snap.pixel.x, snap.pixel.y, 18, 0, 2 * Math.PI);
  else ctx.rect(snap.pixel.x - 16, snap.pixel.y - 16, 32, 32);
  strokeCased(ctx, 2, 1.5, { line: palette.selection, casing: palette.white });
};
