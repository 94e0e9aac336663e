import type { Size } from './canvas-view.js';

/** More pixels cost time and show little. */
const MAX_PIXEL_RATIO = 2;

/** A pen for CSS pixels on a canvas of this size, on a clean sheet. Null where the browser gives none. */
export const cleanPen = (
  canvas: HTMLCanvasElement,
  { widthPx, heightPx }: Size,
): CanvasRenderingContext2D | null => {
  const ratio = Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio);
  const [width, height] = [Math.round(widthPx * ratio), Math.round(heightPx * ratio)];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  pen?.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen?.clearRect(0, 0, widthPx, heightPx);
  return pen;
};
