import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import type { LapRow } from '@flagpost/contracts';
import { signIn } from '@flagpost/race-testing/calls';
import { startFlagpost } from '@flagpost/race-testing/flagpost';
import { ROAD_AMERICA, hasRoadAmerica } from './recorded-course.js';
import { feed } from './screen.js';
import { startSession } from './session.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** The official lap times of the recording, ms, and how near the clock of a 25 Hz receiver must come. */
const OFFICIAL_MS = [114_959, 131_601];
const TOLERANCE_MS = 50;

const inMs = (lapTime: string): number => {
  const [minutes, seconds] = lapTime.split(':');
  return Math.round((Number(minutes) * 60 + Number(seconds)) * 1_000);
};

test('Road America at ten times speed: two laps with the official times, on the screen and in the api', async ({
  page,
}) => {
  test.skip(!hasRoadAmerica, 'skipped: no recordings beside this checkout (../shared/data)');
  const flagpost = await startFlagpost({ DEMO_RACE: '0' });
  try {
    const replay = spawn(
      process.execPath,
      [here('../apps/simulator/dist/main.js'), 'replay', ROAD_AMERICA, '--make-event', '--speed', '10'],
      { env: { ...process.env, API_URL: flagpost.url } },
    );
    const ended = once(replay, 'exit');
    let output = '';
    replay.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    replay.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => /event (\d+)/i.exec(output)?.[1]).toBeDefined();
    const eventId = Number(/event (\d+)/i.exec(output)?.[1]);

    await startSession(page.context(), flagpost.url, 'director@flagpost.demo');
    await page.goto(`${flagpost.url}/map/${eventId}`);
    const [code] = (await ended) as [number];
    expect(code, output).toBe(0);

    const lines = feed(page).getByText(/lap \d+: \d+:\d\d\.\d{3}/);
    await expect(lines).toHaveCount(OFFICIAL_MS.length);
    const shown = (await lines.allInnerTexts())
      .map((line) => /(\d+:\d\d\.\d{3})/.exec(line)?.[1] ?? '')
      .reverse();

    const director = await signIn(flagpost.url, 'director@flagpost.demo');
    const laps = (await director.call<LapRow[]>('GET', `/events/laps/${eventId}`)).body;
    expect(laps.map(({ Lap }) => Lap)).toEqual([1, 2]);
    OFFICIAL_MS.forEach((official, i) => {
      expect(Math.abs((laps[i]?.lapTimeMs ?? 0) - official)).toBeLessThanOrEqual(TOLERANCE_MS);
      expect(Math.abs(inMs(shown[i] ?? '') - (laps[i]?.lapTimeMs ?? 0))).toBeLessThanOrEqual(1);
    });
  } finally {
    await flagpost.remove();
  }
});
