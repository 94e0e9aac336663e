/** Unwinds headings in degrees: each becomes the equivalent angle nearest to the one before, so that 359 is followed by 360. */
export const unwind = (column: Float64Array, count: number): void => {
  for (let i = 1; i < count; i += 1) {
    const before = column[i - 1] ?? 0;
    const heading = column[i] ?? 0;
    column[i] = heading + 360 * Math.round((before - heading) / 360);
  }
};

/** An unwound heading, from 0 to below 360 degrees. */
export const wound = (degrees: number): number => ((degrees % 360) + 360) % 360;
