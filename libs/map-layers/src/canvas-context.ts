import type { Size } from './canvas-view.js';

/** A higher ratio costs time and is hardly visible. */
const MAX_PIXEL_RATIO = 2;

/** A cleared 2D context, scaled to CSS pixels, on a canvas of this size. Null if the browser has none. */
export const clearedContext = (
  canvas: HTMLCanvasElement,
  { widthPx, heightPx }: Size,
): CanvasRenderingContext2D | null => {
  const ratio = Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio);
  const [width, height] = [Math.round(widthPx * ratio), Math.round(heightPx * ratio)];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const ctx = canvas.getContext('2d');
  ctx?.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx?.clearRect(0, 0, widthPx, heightPx);
  return ctx;
};
