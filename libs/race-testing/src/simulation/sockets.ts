import { SOCKET_RECONNECT_MS, type SocketMessage } from '@flagpost/contracts';
import type { Transport } from '@flagpost/api/headless';
import type { Cluster, Network, Process, World } from '@flagpost/testing/simulation';
import { SESSION, type ApiProgram } from './api-program.js';
import { EVENT } from './course.js';
import type { Program } from './simulated-race.js';
import { createPicture, type Picture } from './picture.js';

/** One end of a viewer's connection. */
interface Socket {
  readonly queue: SocketMessage[];
  readonly deliver: (message: SocketMessage) => void;
  readonly close: () => void;
}

/** The sockets of one api process: ordered, except position frames, which may be lost. */
export interface Sockets {
  readonly transport: Transport;
  open(viewerId: string, deliver: (message: SocketMessage) => void, close: () => void): void;
  /** No message is in flight. */
  areQuiet(): boolean;
}

const LOST_FRAMES = 0.1;

export const createSockets = (world: World, network: Network, process: Process): Sockets => {
  const sockets = new Map<string, Socket>();
  const channels = new Map<string, Set<string>>();
  const membersOf = (channel: string): Set<string> => {
    const members = channels.get(channel) ?? new Set<string>();
    channels.set(channel, members);
    return members;
  };
  const push = (viewerId: string, message: SocketMessage): void => {
    const socket = sockets.get(viewerId);
    if (socket === undefined) return;
    if (message.type === 'CHANGE_POSITION' && !network.isCalm && world.random.chance(LOST_FRAMES)) return;
    socket.queue.push(message);
    world.after(world.latency(), `${viewerId} hears ${process.name}`, () => {
      const first = socket.queue.shift();
      if (first !== undefined) socket.deliver(first);
    });
  };
  const close = (viewerId: string): void => {
    const socket = sockets.get(viewerId);
    sockets.delete(viewerId);
    for (const members of channels.values()) members.delete(viewerId);
    if (socket !== undefined) world.after(world.latency(), `${viewerId} is cut off`, socket.close);
  };
  process.onEnd(() => [...sockets.keys()].forEach(close));

  return {
    open: (viewerId, deliver, onClose) => void sockets.set(viewerId, { queue: [], deliver, close: onClose }),
    areQuiet: () => [...sockets.values()].every(({ queue }) => queue.length === 0),
    transport: {
      broadcast: (channel, message) => membersOf(channel).forEach((viewerId) => push(viewerId, message)),
      send: (viewerIds, message) => viewerIds.forEach((viewerId) => push(viewerId, message)),
      join: (viewerId, channel) => void membersOf(channel).add(viewerId),
      leave: (viewerId, channel) => void membersOf(channel).delete(viewerId),
      occupied: (channel) => membersOf(channel).size > 0,
      delivery: (viewerId) => (sockets.has(viewerId) ? { waiting: 0, taken: 0 } : null),
      drop: close,
    },
  };
};

/** A viewer of the race that reconnects after every cut. */
export interface Viewer {
  readonly picture: Picture;
  /** The api that it is connected to, or null. */
  server(): string | null;
}

const SNAPSHOT_EVERY_MS = 5_000;

export const startViewer = (
  world: World,
  cluster: Cluster<Program>,
  servers: readonly string[],
  name: string,
): Viewer => {
  const { random } = world;
  const picture = createPicture();
  const positions = random.pick(['packed', 'json'] as const);
  let connections = 0;
  let server: string | null = null;
  let askedAt = -Infinity;
  let isAsking = false;

  const connect = (): void => {
    const wanted = random.pick(servers);
    const running = cluster.program(wanted);
    if (running === null || !running.process.isAwake()) {
      retry();
      return;
    }
    const { gateway, sockets } = running.program as ApiProgram;
    const viewerId = `${name}/${++connections}`;
    server = wanted;
    isAsking = false;

    const wantSnapshot = (): void => {
      if (isAsking) return;
      isAsking = true;
      const waitMs = Math.max(random.between(0, 1_000), askedAt + SNAPSHOT_EVERY_MS - world.now());
      world.after(waitMs, `${viewerId} asks for a snapshot`, () => {
        askedAt = world.now();
        running.process.receive(() =>
          gateway.snapshot(viewerId, { eventId: EVENT }, () => (isAsking = false)),
        );
      });
    };
    sockets.open(
      viewerId,
      (message) => {
        if (picture.take(message)) wantSnapshot();
      },
      () => {
        picture.reset();
        server = null;
        retry();
      },
    );
    gateway.connect(viewerId, SESSION);
    gateway.join(viewerId, { eventId: EVENT, positions }, () => undefined);
  };
  const retry = (): void => void world.after(SOCKET_RECONNECT_MS, `${name} connects`, connect);

  world.after(0, `${name} connects`, connect);
  return { picture, server: () => server };
};
