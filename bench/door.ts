import type { Bench, Run } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { startProgram } from './frame/program.ts';
import { openConnections } from './load/http.ts';
import { inputsOf } from './load/race-load.ts';

const SERVER = new URL('load/door-server.ts', import.meta.url);
const KNOT_KPH = 1.852;

/** As OsmAnd sends them: a second of each car. */
const requestsOf = (cars: number): Buffer[] =>
  inputsOf({ events: 1, cars, seconds: 1, startsAt: Date.now() })
    .slice(0, cars)
    .map(({ input: { lat, lng, speedKph = 0, headingDeg } }, car) => {
      const query = new URLSearchParams({
        id: String(car),
        timestamp: String(Date.now()),
        lat: String(lat),
        lon: String(lng),
        speed: (speedKph / KNOT_KPH).toFixed(2),
        bearing: String(headingDeg),
        altitude: '182.4',
        accuracy: '4.2',
        batt: '80',
      });
      return Buffer.from(
        `GET /ingest/osmand/${car}?${query.toString()} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: OsmAndroid/4.7.9\r\n` +
          'Accept-Encoding: gzip\r\nConnection: Keep-Alive\r\n\r\n',
      );
    });

const driven = async (which: string, connections: number, cars: number, folder: string) => {
  const program = await startProgram(SERVER, [which, String(cars), folder]);
  const requests = requestsOf(cars);
  return {
    async run(fixes: number): Promise<Run> {
      // A server closes those that have been idle for 5 s, as between two rounds.
      const clients = await openConnections(program.url, connections);
      const before = await program.cpuSeconds();
      const startedAt = process.hrtime.bigint();
      await clients.send(requests, fixes);
      const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
      const used = (await program.cpuSeconds()) - before;
      clients.close();
      return { figure: fixes / used, also: { 'a second of the clock': fixes / seconds } };
    },
    stop: () => program.stop(),
  };
};

/** Fixes by HTTP, each durable before it is answered, against a server that only answers. */
export const bench: Bench = async ({ sizes, compare }) => {
  const [cars = 0] = sizes('cars', [1_000], [8]);
  const [fixes = 0] = sizes('fixes', [30_000], [40], [10_000]);
  const behind: Record<string, string> = {
    door: 'the OsmAnd door, every fix on disk before its answer',
    whole: 'the same with the pipeline behind it in one process, every fix handled',
  };
  const against = async (which: string, connections: number, ratio?: { atLeast: number }): Promise<void> => {
    await inFolder(async (folder) => {
      const ours = await driven(which, connections, cars, folder);
      const theirs = await driven('bare', connections, cars, folder);
      try {
        await Promise.all([ours.run(fixes / 4), theirs.run(fixes / 4)]);
        await compare({
          what: `${cars} cars over ${connections} connections`,
          load: { connections },
          unit: 'fixes per CPU-second',
          ours: { what: behind[which] ?? which, run: () => ours.run(fixes) },
          theirs: { what: 'a bare node:http server that answers 200', run: () => theirs.run(fixes) },
          ...(ratio === undefined ? {} : { ratio }),
        });
      } finally {
        await ours.stop();
        await theirs.stop();
      }
    });
  };

  for (const [index, connections] of sizes('connections', [100, 10, 1_000], [4]).entries())
    await against('door', connections, index === 0 ? { atLeast: 0.5 } : undefined);
  await against('whole', sizes('connections', [100], [4])[0] ?? 0);
};
