import { RACE } from '@flagpost/contracts';

/** Device time, or `receivedAt` if the device's clock is farther ahead of it than any delay explains. Epoch ms. */
export const happenedAt = (receivedAt: number, t: number): number =>
  t - receivedAt > RACE.maxClockAheadMs ? receivedAt : t;
