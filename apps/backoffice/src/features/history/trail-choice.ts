/** The trails that may be chosen, seconds; 0: none. */
export const TRAIL_SECONDS = [0, 10, 30, 60, 120, 300] as const;
export type TrailSeconds = (typeof TRAIL_SECONDS)[number];

/** So many cars have a trail beside the one that is shown in full. */
export const MOST_TRAILS = 20;

/** Whose way is drawn on the map, beside that of the car that is shown in full. */
export interface TrailChoice {
  readonly seconds: TrailSeconds;
  /** Invitation ids. */
  readonly cars: readonly number[];
}

/** As on the live map. */
export const USUAL_TRAILS: TrailChoice = { seconds: 60, cars: [] };

/** From the address; what nobody can have meant is the usual. */
export const trailChoiceOf = (seconds: string | null, cars: readonly number[] | null): TrailChoice => ({
  seconds: TRAIL_SECONDS.find((each) => String(each) === seconds) ?? USUAL_TRAILS.seconds,
  cars: cars?.slice(0, MOST_TRAILS) ?? [],
});
