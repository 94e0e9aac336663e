/** Casing on either side of a line of the track, pixels. */
export const casingPxOf = (doubledCasings: boolean): number => (doubledCasings ? 4 : 2);

/** The way of a car in the last seconds, pixels: its line, and that with its casing. */
export const TRAIL_PX = 4;
export const TRAIL_CASING_PX = 7;
