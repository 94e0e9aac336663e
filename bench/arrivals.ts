import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench, Comparison } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { startProgram } from './frame/program.ts';
import { enterRaces, heapAConnection, startArrivals, watchRaces } from './load/arrivals.ts';
import { startDistributed } from './load/distributed.ts';
import { startStandalone } from './load/standalone.ts';

const BARE = new URL('load/door-server.ts', import.meta.url);

/** By number of devices. */
const GOALS: Readonly<Record<number, Pick<Comparison, 'ratio' | 'limits'>>> = {
  1_000: { ratio: { atMost: 2.5 }, limits: [{ of: 'device to screen p99, ms', atMost: 250 }] },
  10_000: {
    limits: [
      { of: 'acknowledgement p99, ms', atMost: 500 },
      { of: 'resident, MB', atMost: 1_000 },
    ],
  },
};

/**
 * What a fix costs as Flagpost is used: the standalone whole, each device over a connection of its own once a second, in
 * its own moment and whether it is answered or not; against a server that only answers the same requests.
 */
export const bench: Bench = async ({ at, scale, sizes, compare, note }) => {
  const [viewers = 0] = sizes('viewers', [20], [3]);
  const window = at({
    whole: { settlesS: 2, seconds: 5 },
    quick: { settlesS: 0.5, seconds: 2 },
    smoke: { settlesS: 1.5, seconds: 1 },
  });
  /** Both servers are measured warm. */
  const warming = { settlesS: 0, seconds: at({ whole: 45, quick: 5, smoke: 0.5 }) };
  for (const devices of sizes('devices', [1_000, 100, 5_000, 10_000], [6])) {
    await inFolder(async (folder) => {
      const data = join(folder, 'data');
      await mkdir(data);
      const ours = await startStandalone([data]);
      const theirs = await startProgram(BARE, ['bare', String(devices), folder]);
      const closings: (() => Promise<unknown>)[] = [() => ours.stop(), () => theirs.stop()];
      try {
        const races = await enterRaces(ours, devices);
        const viewing = await watchRaces(ours.url, races, viewers);
        closings.unshift(() => viewing.close());
        // One after the other: two servers at once are more than the machine takes from 10,000 devices.
        const ourArrivals = await startArrivals(ours, races, viewing);
        closings.unshift(async () => ourArrivals.close());
        await ourArrivals.round(warming);
        const theirArrivals = await startArrivals(theirs, races, null);
        closings.unshift(async () => theirArrivals.close());
        await theirArrivals.round(warming);
        await compare({
          what: `${devices} devices at 1 Hz over their own connections, ${viewers} viewers`,
          load: { devices },
          unit: 'CPU µs a fix',
          ours: {
            what: 'the standalone: OsmAnd, OwnTracks and batch doors in turn',
            run: () => ourArrivals.round(window),
          },
          theirs: {
            what: 'a bare node:http server that answers 200 to the same requests',
            run: () => theirArrivals.round(window),
          },
          ...GOALS[devices],
        });
        theirArrivals.close();
        if (scale !== 'quick') {
          await compare({
            what: `the parts of a fix of ${devices} devices, ${viewers} viewers`,
            load: { sampledDevices: devices },
            unit: 'busy µs a fix',
            ours: {
              what: 'threads of the standalone, sampled',
              run: () => ourArrivals.parts(ours, window),
            },
          });
        }
        ourArrivals.close();
        await compare({
          what: `connections of ${devices} devices`,
          unit: 'KB of heap a connection',
          ours: { what: 'the standalone', run: () => heapAConnection(ours, races) },
          theirs: { what: 'a bare node:http server', run: () => heapAConnection(theirs, races) },
        });
      } finally {
        for (const close of closings) await close();
      }
    });
  }
  if (scale !== 'whole') return;
  const distributed = await startDistributed();
  if (typeof distributed === 'string') {
    note('missing', `the distributed form: ${distributed}`);
    return;
  }
  const closings: (() => Promise<unknown>)[] = [() => distributed.stop()];
  try {
    note('servers', distributed.servers.join('; '));
    const [devices = 0] = sizes('distributed', [100], []);
    const races = await enterRaces(distributed, devices);
    const viewing = await watchRaces(distributed.url, races, viewers);
    closings.unshift(() => viewing.close());
    const arrivals = await startArrivals(distributed, races, viewing);
    closings.unshift(async () => arrivals.close());
    await arrivals.round(warming);
    await compare({
      what: `${devices} devices at 1 Hz over their own connections, ${viewers} viewers, one api and one telemetry-ingest`,
      load: { distributed: devices },
      unit: 'CPU µs a fix',
      ours: {
        what: 'both programs, over servers whose own work is not in it',
        run: () => arrivals.round(window),
      },
      limits: [{ of: 'device to screen p99, ms', atMost: 250 }],
    });
  } finally {
    for (const close of closings) await close();
  }
};
