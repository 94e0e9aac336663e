/** A followed car may move within this share of the map, in the middle of it. */
const MIDDLE = 0.6;

/** Whether a point of a view lies in the middle of it, pixels. */
export const isInMiddle = (x: number, y: number, widthPx: number, heightPx: number): boolean =>
  Math.abs(x / widthPx - 0.5) <= MIDDLE / 2 && Math.abs(y / heightPx - 0.5) <= MIDDLE / 2;
