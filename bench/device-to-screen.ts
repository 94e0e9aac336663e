import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import {
  SOCKET_CHANNEL,
  SOCKET_JOIN,
  type LiveCar,
  type SocketAck,
  type SocketMessage,
} from '@flagpost/contracts';
import {
  categoryIdsOf,
  enterAndPublish,
  makeEvent,
  numbered,
  roundCourse,
  signIn,
  startFlagpost,
} from '@flagpost/standalone/testing';
import { decodeFrame } from '@flagpost/telemetry';
import type { Bench } from './frame/bench.ts';
import { openConnections } from './load/http.ts';
import { connectViewers } from './load/viewers.ts';

const PLANNER = 'planner@flagpost.demo';
const VIEWER = 'viewer@flagpost.demo';
const COURSE_M = 6_000;
const SPEED_KPH = 130;
const FIX_EVERY_MS = 1_000;
const TICK_MS = 10;
const HOUR_MS = 3_600_000;
const FRAME_MS = 100;
/** So many of the viewers decode what they get. */
const DECODE = 4;
/** After the cars have begun: every one is heard, and what comes is the usual. */
const SETTLES_MS = 5_000;

type Doors = Awaited<ReturnType<typeof enterAndPublish>>;

const enter = async (url: string, cars: number): Promise<{ eventId: number; entered: Doors }> => {
  const planner = await signIn(url, PLANNER);
  const categoryIds = await categoryIdsOf(planner, ['Scripted']);
  const now = Date.now();
  const eventId = await makeEvent(planner, {
    name: 'Device to screen',
    startsAt: now - HOUR_MS,
    finishesAt: now + HOUR_MS,
    categoryIds,
    course: roundCourse(COURSE_M),
  });
  const entrants = Array.from({ length: cars }, (_, index) => numbered(index));
  return { eventId, entered: await enterAndPublish(planner, eventId, categoryIds, entrants) };
};

/** Every car tells its place once a second, in its own moment of it, over a connection of its own that stays open. */
const drive = async (url: string, doors: Doors): Promise<() => void> => {
  const course = roundCourse(COURSE_M);
  const connections = await openConnections(url, doors.length);
  const heads = doors.map(
    ({ doors: { positions } }) =>
      `POST ${new URL(positions).pathname} HTTP/1.1\r\nhost: flagpost\r\ncontent-type: application/x-ndjson\r\n`,
  );
  const began = Date.now();
  let done = 0;
  let failure: unknown = null;
  const timer = setInterval(() => {
    if (failure !== null) throw new Error('A fix was not taken.', { cause: failure });
    const due = ((Date.now() - began) / FIX_EVERY_MS) * doors.length;
    for (; done < due; done++) {
      const car = done % doors.length;
      const t = Date.now();
      const metres = ((t - began) / 3_600) * SPEED_KPH + car * 5;
      const seen = { ...course.placeAt(metres), speedKph: SPEED_KPH, headingDeg: course.headingAt(metres) };
      const body = JSON.stringify({ t, ...seen });
      const request = Buffer.from(`${heads[car]}content-length: ${body.length}\r\n\r\n${body}`);
      connections.sendOver(car, request).catch((error: unknown) => (failure ??= error));
    }
  }, TICK_MS);
  return () => {
    clearInterval(timer);
    connections.close();
  };
};

/** How many took so many milliseconds; what took longer than the last is counted there. */
const createTally = () => {
  const counts = new Uint32Array(10_000);
  return {
    add: (ms: number) => {
      const at = Math.min(counts.length - 1, Math.max(0, ms));
      counts[at] = (counts[at] ?? 0) + 1;
    },
    percentile(share: number): number {
      const wanted = counts.reduce((sum, count) => sum + count, 0) * share;
      let sum = 0;
      return counts.findIndex((count) => (sum += count) >= wanted && sum > 0);
    },
    clear: () => void counts.fill(0),
  };
};

type Heard = (car: LiveCar, at: number) => void;

/** A client that decodes what it gets, and tells of each new fix once it has. */
const watch = async (url: string, accessToken: string, eventId: number, heard: Heard): Promise<Socket> => {
  const socket = io(url, { auth: { accessToken }, transports: ['websocket'], forceNew: true });
  const known = new Map<number, number>();
  socket.on(SOCKET_CHANNEL, ({ type, data }: SocketMessage) => {
    if (type !== 'CHANGE_POSITION' || !('packed' in data)) return;
    const { cars } = decodeFrame(new Uint8Array(data.packed));
    const at = Date.now();
    for (const car of cars) {
      if (car.receivedAt === null || known.get(car.invitationId) === car.receivedAt) continue;
      known.set(car.invitationId, car.receivedAt);
      heard(car, at);
    }
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const ack = (await socket.emitWithAck(SOCKET_JOIN, { eventId, positions: 'packed' })) as SocketAck;
  if (!ack.ok) throw new Error(`The socket was refused: ${JSON.stringify(ack)}`);
  return socket;
};

/**
 * So many viewers, some of which decode what they get; the others only take it, as what 200 computers do beside each other
 * would else wait for one. Those that decode came last of so many each: the gateway writes to viewers in their order.
 */
const watchAll = async (
  url: string,
  accessToken: string,
  { eventId, viewers }: { eventId: number; viewers: number },
  heard: Heard,
): Promise<() => Promise<void>> => {
  const closings: (() => unknown)[] = [];
  const decode = Math.min(DECODE, viewers);
  for (let group = 0; group < decode; group++) {
    const size = Math.floor((viewers * (group + 1)) / decode) - Math.floor((viewers * group) / decode);
    const taking = await connectViewers(url, size - 1, 'packed', { eventId, accessToken });
    const decoding = await watch(url, accessToken, eventId, heard);
    closings.push(
      () => taking.close(),
      () => decoding.disconnect(),
    );
  }
  return async () => {
    await Promise.all(closings.map((close) => close()));
  };
};

/** How old a position is when a viewer has it: the whole of Flagpost in one process, phones and viewers in this one. */
export const bench: Bench = async ({ smoke, sizes, compare }) => {
  const [cars = 0] = sizes('cars', [1_000], [5]);
  const [viewers = 0] = sizes('viewers', [200], [3]);
  const seconds = smoke ? 2 : 8;
  const flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
  const fromDoor = createTally();
  const fromDevice = createTally();
  const hear: Heard = ({ receivedAt, t }, at) => {
    fromDoor.add(at - (receivedAt ?? NaN));
    fromDevice.add(at - (t ?? NaN));
  };
  const ends: (() => unknown)[] = [];
  try {
    const { eventId, entered } = await enter(flagpost.url, cars);
    const { token } = await signIn(flagpost.url, VIEWER);
    ends.push(await watchAll(flagpost.url, token, { eventId, viewers }, hear));
    ends.push(await drive(flagpost.url, entered));
    await wait(smoke ? 0 : SETTLES_MS);
    await compare({
      what: `${cars} cars at 1 Hz, ${viewers} viewers, from the stamp of the door to decoded in the client`,
      unit: 'p99, ms',
      ours: {
        what: 'door, topic, engine, frames, gateway, socket, client; over HTTP and socket.io, on one machine',
        run: async () => {
          fromDoor.clear();
          fromDevice.clear();
          await wait(seconds * 1_000);
          return {
            figure: fromDoor.percentile(0.99),
            also: {
              'p50, ms': fromDoor.percentile(0.5),
              'from the request of the device, p50, ms': fromDevice.percentile(0.5),
              'from the request of the device, p99, ms': fromDevice.percentile(0.99),
            },
          };
        },
      },
      limits: [{ atMost: 2.5 * FRAME_MS }],
    });
  } finally {
    for (const end of ends) await end();
    await flagpost.remove();
  }
};
