import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FLAGS } from '@flagpost/contracts';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import type { Bench, Run } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { createLatencies, perSecond, type Latencies } from './frame/measure.ts';
import { startProgram } from './frame/program.ts';
import { makeEvent, signIn } from './load/events.ts';
import { flagsTo } from './load/flags.ts';
import { openConnections } from './load/http.ts';
import { startSigningIn } from './load/signing-in.ts';
import { machine } from './load/pipeline.ts';

const SERVER = new URL('load/api-server.ts', import.meta.url);
const CARS = 20;

const HEALTH = Buffer.from('GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
/** Pause between two requests of a client that does not measure the maximum rate. */
const PAUSE_MS = 10;

/** The same events by as many writers on as many streams, and nothing around it. */
const appendAlone = async (folder: string, writers: number, streams: number, count: number): Promise<Run> => {
  const store = sqliteEventStore({ ...machine, path: join(folder, 'events.db') });
  const latencies = createLatencies();
  let begun = 0;
  const write = async (): Promise<void> => {
    while (begun < count) {
      const flagId = ++begun;
      const stream = flagId % streams;
      const data = {
        eventId: stream,
        flagId,
        code: FLAGS.yellow,
        receivers: [],
        message: null,
        by: 3,
        sentAt: Date.now(),
      };
      const cause = { correlationId: randomUUID(), causationId: randomUUID(), schemaVersion: 1 };
      const meta = { id: randomUUID(), actorId: 3, actorRoles: [4], clubId: 1, ...cause };
      await latencies.time(() =>
        store.append(`control-${stream}`, [{ type: 'FlagSent', data, meta }], 'any'),
      );
    }
  };
  const { figure } = await perSecond(async () => {
    await Promise.all(Array.from({ length: writers }, write));
    return count;
  });
  await store.close();
  return {
    figure: latencies.percentile(0.99),
    also: { 'p50, ms': latencies.percentile(0.5), 'a second': figure },
  };
};

/** A flag from the request until the views show it, against the append that it cannot do without. */
export const bench: Bench = async ({ sizes, compare }) => {
  const [flags = 0] = sizes('flags', [2_000], [16]);
  const [clients = 0] = sizes('clients', [32], [4]);
  const [events = 0] = sizes('events', [8], [2]);
  const [people = 0] = sizes('people', [50], [4]);

  await inFolder(async (folder) => {
    const data = join(folder, 'data');
    await mkdir(data);
    const server = await startProgram(SERVER, [data]);
    try {
      const planner = await signIn(server.url, 'planner');
      const { token } = await signIn(server.url, 'director');
      const all: number[] = [];
      for (let event = 1; event <= events; event++)
        all.push(await makeEvent(planner, `Event ${event}`, CARS));

      /** One client alone sends fewer: each waits for the disk by itself. */
      const sentBy = (by: number): number => (by === 1 ? Math.ceil(flags / 4) : flags);
      const command = async (to: readonly number[], by: number): Promise<Run> => {
        const count = sentBy(by);
        const connections = await openConnections(server.url, by);
        const latencies = createLatencies();
        const before = await server.cpuSeconds();
        const { figure } = await perSecond(async () => {
          await connections.send(flagsTo(to, token, count), count, (tookMs) => latencies.add(tookMs));
          return count;
        });
        const cpuMs = ((await server.cpuSeconds()) - before) * 1_000;
        connections.close();
        const also = {
          'p50, ms': latencies.percentile(0.5),
          'a second': figure,
          'CPU ms each': cpuMs / count,
        };
        return { figure: latencies.percentile(0.99), also };
      };
      await command(all, clients);

      for (const [index, by] of [clients, 1].entries())
        await compare({
          what: `${by === 1 ? 'one client' : `${by} clients`}, ${all.length} events`,
          unit: 'p99 of a flag, ms',
          ours: { what: 'POST /flagRecords: guard, command, append, view', run: () => command(all, by) },
          theirs: {
            what: 'the append alone, as many writers and streams',
            run: () => inFolder((alone) => appendAlone(alone, by, all.length, sentBy(by))),
          },
          ...(index === 0 ? { ratio: { atMost: 5 } } : {}),
        });
      await compare({
        what: `${clients} clients, all on one event`,
        unit: 'p99 of a flag, ms',
        ours: { what: 'POST /flagRecords', run: () => command(all.slice(0, 1), clients) },
        theirs: {
          what: 'the append alone, all on one stream',
          run: () => inFolder((alone) => appendAlone(alone, clients, 1, flags)),
        },
      });

      /** A clerk's flags, and health checks by another client beside them. */
      const whileOthersSignIn = async (): Promise<Run> => {
        const count = sentBy(1);
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
    } finally {
      await server.stop();
    }
  });
};
