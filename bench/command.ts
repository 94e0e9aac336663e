import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench, Run } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { createLatencies, type Latencies } from './frame/measure.ts';
import type { Program } from './frame/program.ts';
import { enterRaces, startDevicesOf } from './load/arrivals.ts';
import type { Entered } from './load/cars.ts';
import type { Devices } from './load/devices.ts';
import { signIn } from './load/events.ts';
import { flagsAt, openFlagScreens, type FlagScreens } from './load/flag-load.ts';
import { flagsTo } from './load/flags.ts';
import { openConnections } from './load/http.ts';
import { startSigningIn } from './load/signing-in.ts';
import { connectViewers } from './load/viewers.ts';
import { startStandalone } from './load/standalone.ts';

const HEALTH = Buffer.from('GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
/** Pause between two requests of a client that does not measure the maximum rate. */
const PAUSE_MS = 10;

/** The share of what arrives that is answered in the same time, if the rate is sustained. */
const SUSTAINED = 0.99;
/** Of each event: its director's and a viewer's, over which it is measured when a flag is shown. */
const SCREENS = 2;

interface Crowd {
  readonly devices: Devices;
  close(): Promise<void>;
}

/** Every car sends once a second, and so many watch, spread over the events; two of each event are screens. */
const gatherCrowd = async ({ url }: Program, races: readonly Entered[], watching: number): Promise<Crowd> => {
  const each = Math.max(0, Math.floor(watching / races.length) - SCREENS);
  const viewers = await Promise.all(races.map((race) => connectViewers(url, each, 'packed', race)));
  const devices = await startDevicesOf(url, races);
  return {
    devices,
    async close() {
      devices.close();
      await Promise.all(viewers.map((some) => some.close()));
    },
  };
};

/** A flag from its request until it is answered and shown, sent whether those before it are answered or not. */
export const bench: Bench = async ({ at, sizes, compare }) => {
  const [cars = 0] = sizes('cars', [1_000], [8], [400]);
  const [events = 0] = sizes('events', [8], [2]);
  const [watching = 0] = sizes('watching', [200], [8]);
  const [rate = 0] = sizes('rate', [100], [10]);
  const [alone = 0] = sizes('alone', [1_000], [20]);
  const [people = 0] = sizes('people', [50], [4]);
  const [flags = 0] = sizes('flags', [500], [4]);
  const window = at({
    whole: { settlesS: 3, seconds: 10 },
    quick: { settlesS: 1, seconds: 3 },
    smoke: { settlesS: 1, seconds: 1 },
  });

  await inFolder(async (folder) => {
    const data = join(folder, 'data');
    await mkdir(data);
    const server = await startStandalone([data]);
    const closings: (() => unknown)[] = [() => server.stop()];
    try {
      const races = await enterRaces(server, cars, Math.ceil(cars / events));
      const all = races.map(({ eventId }) => eventId);
      const { token } = await signIn(server.url, 'director');
      const screens: FlagScreens = await openFlagScreens(server.url, all, [
        token,
        races[0]?.accessToken ?? '',
      ]);
      closings.unshift(() => screens.close());

      const crowd = await gatherCrowd(server, races, watching);
      const amongCars = async (): Promise<Run> => {
        crowd.devices.begin();
        const run = await flagsAt(server, { eventIds: all, token, perSecond: rate }, window, screens);
        const { answered, acknowledged } = crowd.devices.counted();
        const fixes = { 'fixes answered': answered, 'of a fix p99, ms': acknowledged.percentile(0.99) };
        return { ...run, also: { ...run.also, ...fixes } };
      };
      try {
        await compare({
          what: `${rate} flags a second over ${all.length} events, ${cars} cars at 1 Hz, ${watching} watch`,
          unit: 'p99 of a flag, ms',
          ours: { what: 'POST /flagRecords, open loop', run: amongCars },
          limits: [{ atMost: 25 }, { of: 'to both screens p99, ms', atMost: 120 }],
        });
      } finally {
        await crowd.close();
      }
      /** A clerk's flags, and health checks by another client beside them. */
      const whileOthersSignIn = async (): Promise<Run> => {
        const count = flags;
        const signingIn = await startSigningIn(server.url, people);
        const [flag, health] = [createLatencies(), createLatencies()];
        const connections = await openConnections(server.url, 2);
        const requests = flagsTo(all, token, count);
        const paced = async (connection: number, latencies: Latencies, next: () => Buffer) => {
          for (let sent = 0; sent < count; sent++) {
            await latencies.time(() => connections.sendOver(connection, next()));
            await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
          }
        };
        let sent = 0;
        const startedAt = process.hrtime.bigint();
        await Promise.all([paced(0, flag, () => requests[sent++] ?? HEALTH), paced(1, health, () => HEALTH)]);
        const tookS = Number(process.hrtime.bigint() - startedAt) / 1e9;
        connections.close();
        const { done, refused } = await signingIn.stop();
        return {
          figure: flag.percentile(0.99),
          also: {
            'p50, ms': flag.percentile(0.5),
            'p99 of health, ms': health.percentile(0.99),
            'sign-ins a second': done / tookS,
            'told to come again, a second': refused / tookS,
          },
        };
      };
      await compare({
        what: `while ${people} sign in`,
        unit: 'p99 of a flag, ms',
        ours: { what: 'one clerk’s flags, and health beside them', run: whileOthersSignIn },
        limits: [{ atMost: 50 }, { of: 'p99 of health, ms', atMost: 30 }],
      });

      // The last one: screens get so many flags later than they are answered.
      await compare({
        what: `${alone} flags a second, all on one event alone`,
        unit: 'p99 of a flag, ms',
        ours: {
          what: 'POST /flagRecords, open loop',
          run: () => flagsAt(server, { eventIds: all.slice(0, 1), token, perSecond: alone }, window, screens),
        },
        limits: [{ of: 'answered a second', atLeast: alone * SUSTAINED }],
      });
    } finally {
      for (const close of closings) await close();
    }
  });
};
