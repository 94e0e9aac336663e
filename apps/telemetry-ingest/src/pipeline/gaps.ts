/** Not asked for longer than this is a gap: an outage, or this process slept. */
const GAP_MS = 5_000;

/** Asked with the time, again and again: true unless a gap ended less than `quietMs` ago. */
export const steadyFor = (quietMs: number): ((now: number) => boolean) => {
  let last: number | null = null;
  let quietUntil = -Infinity;
  return (now) => {
    if (last !== null && now - last > GAP_MS) quietUntil = now + quietMs;
    last = now;
    return now >= quietUntil;
  };
};
