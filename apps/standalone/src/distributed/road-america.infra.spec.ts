import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FlagAnswer, FlagRow, LapRow } from '@flagpost/contracts';
import { SHARED_DATA_MISSING, sharedData, until } from '@flagpost/testing';
import { COMPONENTS, describeOver, suiteAddresses } from '@flagpost/testing/servers';
import { signIn, type Caller } from '@flagpost/race-testing/calls';
import { startCluster, type Cluster } from '@flagpost/race-testing/cluster';
import { watch, type Viewer } from '@flagpost/race-testing/viewer';

const RECORDING = sharedData('vbo_road_america/25IR05_RdAm_FP1_Run04_KO.vbo.gz');
/** The official lap times of the recording, ms, and how near the clock of a 25 Hz receiver must come. */
const OFFICIAL_MS = [114_959, 131_601];
const TOLERANCE_MS = 50;
const MINUTES = 60_000;

const DIRECTOR = 'director@flagpost.demo';
const YELLOW = 806;
const GREEN = 808;

describeOver(describe, 'Two apis and two telemetry-ingests', COMPONENTS, (servers) => {
  let cluster: Cluster;
  const viewers: Viewer[] = [];
  beforeAll(async () => {
    cluster = await startCluster({ addresses: suiteAddresses(servers) });
  }, 2 * MINUTES);
  afterAll(async () => {
    for (const viewer of viewers) viewer.leave();
    await cluster.stop();
  }, MINUTES);

  const replayed = RECORDING === null ? it.skip : it;
  const reason = RECORDING === null ? ` (${SHARED_DATA_MISSING})` : '';
  replayed(
    `count the two laps of Road America once, show on each what is done on the other, and compute them again${reason}`,
    async () => {
      const replay = cluster.run('simulator', ['replay', RECORDING ?? '', '--make-event', '--speed', '10']);
      const eventId = await until('the event of the replay', () => {
        const named = /event (\d+)/i.exec(replay.output())?.[1];
        return named === undefined ? undefined : Number(named);
      });
      const directors: Caller[] = [];
      for (const { url } of cluster.apis) {
        const director = await signIn(url, DIRECTOR);
        directors.push(director);
        viewers.push(await watch(url, director.token, eventId));
      }

      for (const [index, StateId] of [YELLOW, GREEN].entries()) {
        const [here, there] = [index, 1 - index];
        const order = { StateId, EventId: eventId, InvitationsSelected: [] };
        const sent = await directors[here]!.call<FlagAnswer>('POST', '/flagRecords', order);
        expect(sent.status).toBe(201);
        const flags = await directors[there]!.call<FlagRow[]>('GET', `/events/flags/${eventId}`);
        expect(flags.body.map(({ FlagId }) => FlagId)).toContain(sent.body.FlagId);
        for (const viewer of viewers)
          await until('the flag on each socket', () =>
            viewer
              .of('RACE_CONTROL')
              .find((told) => told.action === 'flagSent' && told.flag.FlagId === sent.body.FlagId),
          );
      }

      const { code, output } = await replay.ended;
      expect([code, output]).toEqual([0, expect.any(String)]);
      for (const [index, director] of directors.entries()) {
        const laps = await until('two laps', async () => {
          const { body } = await director.call<LapRow[]>('GET', `/events/laps/${eventId}`);
          return body.length >= OFFICIAL_MS.length ? body : undefined;
        });
        expect(laps.map(({ Lap }) => Lap)).toEqual([1, 2]);
        OFFICIAL_MS.forEach((official, lap) =>
          expect(Math.abs((laps[lap]?.lapTimeMs ?? 0) - official)).toBeLessThanOrEqual(TOLERANCE_MS),
        );
        const viewer = viewers[index]!;
        await until('both counters on each socket', () => viewer.of('UPDATE_COUNTER')[1]);
        expect(viewer.of('UPDATE_COUNTER').map(({ Counter }) => Counter)).toEqual([1, 2]);
        expect(viewer.of('CHANGE_POSITION').length).toBeGreaterThan(0);
      }

      // The journal is stored every 5 s.
      const equal = await until('the laps, computed again from the journal', async () => {
        const again = await cluster.run('recompute', [String(eventId)]).ended;
        return again.code === 0 ? again.output : undefined;
      });
      expect(equal).toMatch(/^2 of 2 laps equal, computed from \d{3,} inputs\n$/);
    },
    4 * MINUTES,
  );
});
