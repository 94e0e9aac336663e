import { expect, it } from '@jest/globals';
import { runCrashTest } from './crash-test.js';

it('loses nothing that was acknowledged, killed three times under load', async () => {
  const { events, fixes, signals, laps } = await runCrashTest(3, () => undefined);
  for (const { expected } of [events, fixes, signals]) expect(expected).toBeGreaterThan(0);
  const nothing = { lost: 0, twice: 0 };
  for (const each of [events, fixes, signals, laps]) expect(each).toMatchObject(nothing);
}, 600_000);
