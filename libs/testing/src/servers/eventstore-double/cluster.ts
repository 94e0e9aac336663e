import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import { systemClock } from '@flagpost/platform/system';
import { startNode } from './index.js';
import type { NodeOptions } from './index.js';
import { openLog } from './log.js';
import type { Member } from './messages.js';

/** Several nodes over one log, one of them the leader. What a follower is asked for, it refers to the leader. */
export interface EventStoreCluster {
  /** A connection string that names all nodes. */
  readonly address: string;
  /** The leader stops as a process does by SIGSTOP: connections are accepted and stay open, nothing is answered. */
  hangLeader(): void;
  /** The others make the next one the leader, and tell that the former one is gone. */
  elect(): void;
  /** All that hang go on, as by SIGCONT; the former leader as a follower. */
  resume(): void;
  stop(): Promise<void>;
}

export const startEventStoreCluster = async ({
  path,
  size = 3,
  ...options
}: Omit<NodeOptions, 'port' | 'members'> & {
  readonly path: string;
  readonly size?: number;
}): Promise<EventStoreCluster> => {
  const store = sqliteEventStore({ path, clock: systemClock });
  const log = await openLog(store, randomUUID);
  const gone = new Set<number>();
  const fronts: Front[] = [];
  let leader = 0;

  const members = (): Member[] =>
    fronts.map(({ port }, index) => ({
      host: '127.0.0.1',
      port,
      isLeader: index === leader,
      isAlive: !gone.has(index),
    }));
  const nodes = await Promise.all(
    Array.from({ length: size }, (_, index) =>
      startNode(log, { ...options, members }, () =>
        index === leader ? null : { notLeader: { host: '127.0.0.1', port: fronts[leader]?.port ?? 0 } },
      ),
    ),
  );
  for (const { port } of nodes) fronts.push(await startFront(port));

  return {
    address: `esdb://${fronts.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=${options.tls !== undefined}`,
    hangLeader: () => fronts[leader]?.hang(true),
    elect() {
      gone.add(leader);
      leader = (leader + 1) % size;
    },
    resume() {
      gone.clear();
      for (const front of fronts) front.hang(false);
    },
    async stop() {
      for (const node of nodes) await node.stop();
      for (const front of fronts) await front.stop();
      await store.close();
    },
  };
};

/** A port before another one of 127.0.0.1, which can hold back all bytes of both directions. */
interface Front {
  readonly port: number;
  hang(hung: boolean): void;
  stop(): Promise<void>;
}

const startFront = async (target: number): Promise<Front> => {
  const sockets = new Set<Socket>();
  let hung = false;
  const pass = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (hung) from.pause(); // a listener for data lets it flow
  };
  const server = createServer((socket) => {
    const inner = connect(target, '127.0.0.1');
    pass(socket, inner);
    pass(inner, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    hang(wanted) {
      hung = wanted;
      for (const socket of sockets)
        if (hung) socket.pause();
        else socket.resume();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
