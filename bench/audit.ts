import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditAnswer } from '@flagpost/contracts';
import type { Bench, Run } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { createLatencies } from './frame/measure.ts';
import { signIn } from './load/events.ts';
import { openConnections } from './load/http.ts';
import { writeSeason } from './load/season.ts';
import { startStandalone } from './load/standalone.ts';

const POLL_MS = 500;
/** Shorter than an access token holds. */
const SESSION_MS = 600_000;

/** From the newest page of everything to what is rare, far back, or there for nobody. */
const PAGES = [
  'audit',
  'audit?kind=FlagSent',
  'audit?race=3',
  'audit?race=3&kind=FlagConfirmed',
  'audit?car=3042',
  'audit?person=1',
  'audit?stream=laps-3042',
  'audit?kind=EventCreated&from=2026-03-01T00:00:00Z',
  'audit?race=3&person=1',
  'audit?until=2026-03-05T12:00:00Z',
  'audit?from=2026-03-05T12:00:00Z&until=2026-03-05T12:30:00Z&kind=LapRecorded',
  'audit?before=5000',
];

const gets = (token: string): Buffer[] =>
  PAGES.map((path) =>
    Buffer.from(`GET /api/${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`),
  );

/** @returns seconds until the whole log is indexed, which may take longer than an access token holds */
const indexed = async (url: string): Promise<number> => {
  const from = performance.now();
  for (;;) {
    const admin = await signIn(url, 'admin');
    const signedInAt = performance.now();
    while (performance.now() - signedInAt < SESSION_MS) {
      if ((await admin.call<AuditAnswer>('GET', 'audit')).IsComplete)
        return (performance.now() - from) / 1_000;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
};

/** Pages of the log of many seasons, as an administrator and an organiser ask for them. */
export const bench: Bench = async ({ sizes, compare, at, note }) => {
  const [events = 0] = sizes('events', [10_000_000], [300], [20_000]);
  const requests = at({ whole: 600, quick: 120, smoke: PAGES.length });

  await inFolder(async (folder) => {
    const data = join(folder, 'data');
    await mkdir(data);
    await writeSeason(data, events);
    const program = await startStandalone([data]);
    try {
      note(
        'indexed',
        `${(await indexed(program.url)).toFixed(1)} s after the start, beside what else it does`,
      );
      const { size } = await stat(join(data, 'audit.db'));
      note('index', `${Math.round(size / events)} bytes for each event`);

      /** Signed in anew: all rounds together take longer than an access token holds. */
      const ask = async (name: string): Promise<Run> => {
        const { token } = await signIn(program.url, name);
        const connections = await openConnections(program.url, 1);
        const latencies = createLatencies();
        await connections.send(gets(token), requests, (tookMs) => latencies.add(tookMs));
        connections.close();
        return {
          figure: latencies.percentile(0.95),
          also: { 'p50, ms': latencies.percentile(0.5), 'longest, ms': latencies.percentile(1) },
        };
      };
      await ask('admin');
      for (const [who, name] of [
        ['an administrator', 'admin'],
        ['an organiser', 'planner'],
      ] as const)
        await compare({
          what: `pages of a log of ${events} events for ${who}`,
          load: { events },
          unit: 'p95 of an answer, ms',
          ours: { what: 'pages with every filter', run: () => ask(name) },
          limits: [{ atMost: 200 }],
        });
    } finally {
      await program.stop();
    }
  });
};
