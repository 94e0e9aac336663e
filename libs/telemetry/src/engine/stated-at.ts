import { RACE } from '@flagpost/contracts';

/**
 * The own time of what a device says: the device's time if it is plausible (at most 60 s ahead of `receivedAt`, at most an
 * hour before it), otherwise `receivedAt`.
 */
export const statedAt = (t: number, receivedAt: number): number => {
  const clockSkewMs = t - receivedAt;
  return clockSkewMs <= RACE.maxClockAheadMs && clockSkewMs >= -RACE.maxSignalAgeMs
    ? Math.round(t)
    : receivedAt;
};
