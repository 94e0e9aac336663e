import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { carKey } from '@flagpost/contracts';
import { sharedData, SHARED_DATA_MISSING } from '@flagpost/testing';
import { readVbo, type RecordedFix, type Recording } from '../recordings/index.js';
import { raceSetup } from '../testing/race-scene.js';
import { createEngine, type Verdict } from './engine.js';

const EVENT = 7;
const KEY = carKey(EVENT, 1);

/** Where the recordings are missing, the suite is skipped and says so. */
const describeRecorded = (name: string, suite: () => void): void => {
  if (sharedData('') === null) describe.skip(`${name} (${SHARED_DATA_MISSING})`, suite);
  else describe(name, suite);
};

const unzipped = (path: string): string => gunzipSync(readFileSync(sharedData(path) ?? '')).toString('utf8');

const lapTimes = (recording: Recording, fixes: readonly RecordedFix[]): (number | null)[] => {
  const began = (fixes[0]?.t ?? 0) - 1000;
  const engine = createEngine();
  engine.setup(
    EVENT,
    raceSetup(1, {
      startsAt: began,
      finishesAt: began + 3_600_000,
      finish: recording.startLine,
      lapEpochs: [{ epoch: 0, beganAt: began }],
    }),
  );
  for (const { t, lat, lng, speedKph = 0 } of fixes) {
    engine.apply(KEY, { receivedAt: t, t, lat, lng, speedKph });
  }
  engine.sweep((fixes.at(-1)?.t ?? 0) + 20_000);
  return engine.takeFacts().flatMap((fact) => (fact.type === 'lapCompleted' ? [fact.lapTimeMs] : []));
};

describeRecorded('Road America', () => {
  const run = (name: string): Recording =>
    readVbo(unzipped(`vbo_road_america/25IR05_RdAm_FP1_${name}.vbo.gz`));
  const OFFICIAL_MS = [114_959, 131_601];
  const errors = (laps: readonly (number | null)[]): number[] =>
    OFFICIAL_MS.map((official, i) => Math.abs((laps[i] ?? NaN) - official));

  it('run 04 gives its two laps within 0.05 s at 25 Hz', () => {
    const recording = run('Run04_KO');
    expect(recording.fixes).toHaveLength(10_401);
    const laps = lapTimes(recording, recording.fixes);
    expect(laps).toHaveLength(2);
    expect(Math.max(...errors(laps))).toBeLessThanOrEqual(50);
  });

  it('run 04 gives its two laps within 0.15 s at 1 Hz, at every phase', () => {
    const recording = run('Run04_KO');
    const phases = Array.from({ length: 25 }, (_, phase) =>
      lapTimes(
        recording,
        recording.fixes.filter((_fix, i) => i % 25 === phase),
      ),
    );
    expect(phases.map((laps) => laps.length)).toEqual(phases.map(() => 2));
    expect(Math.max(...phases.flatMap(errors))).toBeLessThanOrEqual(150);
  });

  it.each(['Run01_KO', 'Run05_TL'])('%s, which crosses no line twice, gives none', (name) => {
    const recording = run(name);
    expect(lapTimes(recording, recording.fixes)).toEqual([]);
  });
});

interface Ping {
  readonly t: number;
  readonly lat: number;
  readonly lng: number;
  readonly speedKph: number;
}

describeRecorded('WRC Finland', () => {
  const pings = (name: string): Ping[] => {
    const [header = '', ...rows] = unzipped(`wrc_finland_2021/${name}`).trim().split('\n');
    const names = header.split(',');
    const column = (wanted: string) => names.indexOf(wanted);
    return rows.map((row) => {
      const cells = row.split(',').map(Number);
      const cell = (wanted: string) => cells[column(wanted)] ?? NaN;
      return { t: cell('utx'), lat: cell('lat'), lng: cell('lon'), speedKph: cell('speed') };
    });
  };
  const engineFor = (began: number) => {
    const engine = createEngine();
    engine.setup(
      EVENT,
      raceSetup(1, { startsAt: began, finishesAt: began + 9e7, lapEpochs: [{ epoch: 0, beganAt: began }] }),
    );
    return engine;
  };

  it.each(['Breen', 'Evans', 'Fourmaux'])(
    'pings of %s give a silence wherever they pause for more than 15 s',
    (driver) => {
      const found = pings(`df_telemetrydata_SS7_${driver}.csv.gz`)
        .filter(({ t }) => t > 0)
        .sort((a, b) => a.t - b.t);
      const began = found[0]?.t ?? 0;
      const engine = engineFor(began);
      let silences = 0;
      let offline = true;
      let at = began;
      const see = (now: number): void => {
        engine.sweep(now);
        for (const car of engine.takeFrames(now).flatMap((frame) => frame.cars)) {
          if (car.offline && !offline) silences += 1;
          offline = car.offline;
        }
      };
      for (const { t, ...ping } of found) {
        for (; at < t; at += 1000) see(at);
        engine.apply(KEY, { receivedAt: t, t, ...ping });
      }
      const pauses = found.filter(({ t }, i) => {
        const silentFrom = (found[i - 1]?.t ?? t) + 15_000;
        const nextSweep = began + 1000 * (Math.floor((silentFrom - began) / 1000) + 1);
        return nextSweep < t;
      });
      expect(pauses.length).toBeGreaterThan(1);
      expect(silences).toBe(pauses.length);
    },
  );

  it.each(['Breen', 'Evans', 'Ogier'])(
    'on-board data of %s survives its zero row, in any order',
    (driver) => {
      const found = pings(`df_telemetrymergeddata_SS7_${driver}.csv.gz`);
      expect(found.filter(({ t }) => t === 0)).toHaveLength(1);
      const began = Math.min(...found.flatMap(({ t }) => (t > 0 ? [t] : [])));
      const run = (rows: readonly Ping[], receivedAt: (row: Ping, i: number) => number): Verdict[] => {
        const engine = engineFor(began);
        return rows.map((row, i) => engine.apply(KEY, { receivedAt: receivedAt(row, i), ...row }));
      };
      const inOrder = [...found].sort((a, b) => a.t - b.t);
      const verdicts = run(inOrder, ({ t }) => Math.max(t, began));
      expect(verdicts.filter((verdict) => verdict === 'accepted').length).toBeGreaterThan(
        found.length * 0.95,
      );
      const newest = Math.max(...found.map(({ t }) => t));
      const backwards = run(found, (_, i) => newest + i);
      expect(new Set(backwards.slice(1))).toEqual(new Set(['late']));
    },
  );
});
