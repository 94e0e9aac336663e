import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import type { Bench, Run } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { createLatencies } from './frame/measure.ts';
import { signIn } from './load/events.ts';
import { openConnections } from './load/http.ts';
import { recordEvents } from './load/many-events.ts';
import { machine } from './load/pipeline.ts';
import { startStandalone } from './load/standalone.ts';

const CLIENTS = 4;
/** Of the list's screen, in ms. */
const GOAL_MS = 100;

/** The requests of the screen's users: a tab, the next page, another order, a word. */
const PAGES = [
  'tab=current&sort=Start&order=asc&first=0&rows=10',
  'tab=current&sort=Start&order=asc&first=10&rows=10',
  'tab=past&sort=Start&order=desc&first=0&rows=25',
  'tab=current&sort=Name&order=desc&first=0&rows=10',
  'tab=past&sort=Localization&order=asc&first=20&rows=10',
  'tab=current&search=cuneo&sort=Start&order=asc&first=0&rows=10',
  'tab=past&search=circuit%2012&sort=Start&order=desc&first=0&rows=10',
];

const gets = (token: string, queries: readonly string[]): Buffer[] =>
  queries.map((query) =>
    Buffer.from(
      `GET /api/events/?${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    ),
  );

/** A page of the list of events, of one club and of all, against the whole list that the same call answers without a page. */
export const bench: Bench = async ({ sizes, compare }) => {
  const [events = 0] = sizes('events', [10_000], [40], [2_000]);
  const [ofClub = 0] = sizes('club', [1_000], [20]);
  const [requests = 0] = sizes('requests', [400], [14]);

  await inFolder(async (folder) => {
    const data = join(folder, 'data');
    await mkdir(data);
    const store = sqliteEventStore({ ...machine, path: join(data, 'events.db') });
    await recordEvents(store, events, ofClub, Date.now());
    await store.close();
    const server = await startStandalone([data]);
    try {
      for (const [who, count] of [
        ['planner', ofClub],
        ['admin', events],
      ] as const) {
        const { token } = await signIn(server.url, who);
        const ask = async (queries: readonly string[], times: number): Promise<Run> => {
          const connections = await openConnections(server.url, CLIENTS);
          const latencies = createLatencies();
          await connections.send(gets(token, queries), times, (tookMs) => latencies.add(tookMs));
          connections.close();
          return { figure: latencies.percentile(0.95), also: { 'p50, ms': latencies.percentile(0.5) } };
        };
        await ask(PAGES, PAGES.length);
        await compare({
          what: `${count} events, ${CLIENTS} clients`,
          unit: 'p95 of an answer, ms',
          ours: { what: 'a page of 10 or 25', run: () => ask(PAGES, requests) },
          theirs: { what: 'all of them', run: () => ask([''], Math.ceil(requests / 20)) },
          limits: [{ atMost: GOAL_MS }],
        });
      }
    } finally {
      await server.stop();
    }
  });
};
