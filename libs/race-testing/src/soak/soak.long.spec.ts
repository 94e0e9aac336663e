import { expect, it } from '@jest/globals';
import { soak } from './soak.js';

it('reads every minute of a race, and finds all that was acknowledged after restarts', async () => {
  const options = { minutes: 4, cars: 3, viewers: 2, slowViewers: 1, minuteMs: 6_000 };
  const read: number[] = [];
  const { events, fixes, signals, laps, ...soaked } = await soak(options, ({ minute }) => read.push(minute));
  expect(read).toEqual([1, 2, 3, 4]);
  expect(soaked.restarts.map(({ by }) => by)).toEqual(['stop', 'kill']);
  for (const { expected } of [events, fixes, signals]) expect(expected).toBeGreaterThan(0);
  for (const each of [events, fixes, signals, laps]) expect(each).toMatchObject({ lost: 0, twice: 0 });
  // A minute of six seconds may have no answer in it.
  for (const figure of ['rssMb', 'heapMb', 'lagMessages', 'lagEvents', 'doorP50', 'commandP50'] as const)
    expect(soaked.minutes.map((minute) => minute[figure])).toContainEqual(expect.any(Number));
}, 600_000);
