/** Two calls farther apart than this have a gap between them: an outage, or a suspended process. */
const GAP_MS = 5_000;

/** A check that is called periodically with the time: false until `quietMs` after a gap. */
export const createQuietPeriod = (quietMs: number): ((now: number) => boolean) => {
  let last: number | null = null;
  let quietUntil = -Infinity;
  return (now) => {
    if (last !== null && now - last > GAP_MS) quietUntil = now + quietMs;
    last = now;
    return now >= quietUntil;
  };
};
