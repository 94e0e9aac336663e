import {
  RACE,
  type JoinRequest,
  type LiveCar,
  type LiveFrame,
  type Snapshot,
  type SocketMessage,
} from '@flagpost/contracts';
import type { Clock, Scheduler, Timer } from '@flagpost/platform';
import type { Transport } from './transport.js';

/**
 * One event's stream to its viewers. It numbers what is sent, and gives a newcomer a snapshot and after it every
 * reliable message that the snapshot may lack: a newcomer is in no channel until its snapshot is sent, and what is said
 * while the snapshot is read is held for it.
 */
export interface Room {
  readonly streamId: string;
  /** Sends a snapshot, then what follows it. */
  admit(viewerId: string, encoding: Encoding): void;
  /** As `admit`, for a viewer that is in the room and lost its place; nothing for anybody else. */
  readmit(viewerId: string): void;
  /** As `admit`, for everybody, with what is read from now on. */
  refresh(): void;
  remove(viewerId: string): void;
  has(viewerId: string): boolean;
  empty(): boolean;
  /** Numbers a reliable message and sends it. */
  announce(message: Announcement): void;
  /** Takes what changed; it is sent with the next frame, the newest state of a car winning. */
  offer(frame: LiveFrame): void;
  close(): void;
}

export type Encoding = JoinRequest['positions'];

type Unnumbered<D> = D extends unknown ? Omit<D, 'streamId' | 'seq'> : never;
type Reliable = Exclude<SocketMessage, { type: 'CHANGE_POSITION' | 'SNAPSHOT' }>;
/** A reliable message before it has its number. */
export type Announcement = Reliable extends infer M
  ? M extends Reliable
    ? { type: M['type']; data: Unnumbered<M['data']> }
    : never
  : never;

export type SnapshotContents = Omit<Snapshot, 'eventId' | 'streamId' | 'seq' | 'frame'>;

/**
 * Reads what a snapshot holds of the views, and answers how to finish it with the live state of the moment it is sent.
 */
export type ReadSnapshot = () => Promise<() => SnapshotContents>;

export interface RoomParts {
  readonly eventId: number;
  readonly streamId: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly readSnapshot: ReadSnapshot;
  /** The packed frame of docs/wire.md. */
  readonly pack: (frame: LiveFrame) => Uint8Array;
  /** Told of a snapshot that could not be read; its viewers are dropped and come back. */
  readonly onSnapshotFailed: (error: unknown) => void;
}

/** Newcomers that wait for one snapshot, and what was said since it was begun. */
interface Arrival {
  readonly seq: number;
  readonly waiting: Map<string, Encoding>;
  readonly held: SocketMessage[];
}

/**
 * A room reads snapshots this often, and a few at once: whoever comes sooner waits for the next one together with others.
 * After a restart hundreds come back in a moment, and a snapshot of a thousand cars for each was more memory than all else.
 */
const SNAPSHOT_EVERY_MS = 100;
const SNAPSHOTS_AT_ONCE = 5;
/** More than this said while one snapshot is read: reading hangs, and its viewers are better off coming back. */
const MAX_HELD = 1_000;

export const createRoom = (parts: RoomParts): Room => {
  const { eventId, streamId, transport, clock, scheduler } = parts;
  const reliable = `${eventId}`;
  const framesOf = (encoding: Encoding): string => `${eventId}/${encoding}`;
  const members = new Map<string, Encoding>();
  let seq = 0;
  let frame = 0;
  let arrival: Arrival | null = null;
  /** When the next snapshot may be read, and that reading where it waits. */
  let readableAt = Number.NEGATIVE_INFINITY;
  let reading: Timer | null = null;

  const settle = (arrived: Arrival, finish: () => SnapshotContents): void => {
    if (arrival !== arrived) return;
    const snapshot = { eventId, streamId, seq: arrived.seq, frame, ...finish() };
    arrival = null;
    const viewerIds = [...arrived.waiting.keys()];
    if (viewerIds.length === 0) return;
    transport.send(viewerIds, { type: 'SNAPSHOT', data: snapshot });
    for (const message of arrived.held) transport.send(viewerIds, message);
    for (const [viewerId, encoding] of arrived.waiting) {
      members.set(viewerId, encoding);
      transport.join(viewerId, reliable);
      transport.join(viewerId, framesOf(encoding));
    }
  };

  const fail = (arrived: Arrival, error: unknown): void => {
    if (arrival !== arrived) return;
    arrival = null;
    parts.onSnapshotFailed(error);
    for (const viewerId of arrived.waiting.keys()) transport.drop(viewerId, 'snapshotFailed');
  };

  const begin = (): Arrival => {
    const begun: Arrival = { seq, waiting: new Map(), held: [] };
    const read = (): void => {
      parts
        .readSnapshot()
        .then((finish) => settle(begun, finish))
        .catch((error: unknown) => fail(begun, error));
    };
    reading?.cancel();
    const now = clock.now();
    const readAt = Math.max(readableAt, now - (SNAPSHOTS_AT_ONCE - 1) * SNAPSHOT_EVERY_MS);
    readableAt = readAt + SNAPSHOT_EVERY_MS;
    if (readAt <= now) read();
    else reading = scheduler.after(readAt - now, read);
    return begun;
  };

  const remove = (viewerId: string): void => {
    arrival?.waiting.delete(viewerId);
    const encoding = members.get(viewerId);
    if (encoding === undefined) return;
    members.delete(viewerId);
    transport.leave(viewerId, reliable);
    transport.leave(viewerId, framesOf(encoding));
  };

  const changed = new Map<number, LiveCar>();
  let serverTime = 0;
  /**
   * Ten frames a second may be sent from here on. A pause earns one frame ahead: else every frame that ever came late
   * would delay all after it, which come in the beat of the ingest, by as much.
   */
  let freeAt = Number.NEGATIVE_INFINITY;
  let due: Timer | null = null;

  const flush = (): void => {
    due = null;
    freeAt = Math.max(freeAt + RACE.frameEveryMs, clock.now());
    const cars = [...changed.values()];
    changed.clear();
    const numbered = { eventId, streamId, frame: ++frame, serverTime };
    if (transport.occupied(framesOf('json'))) {
      transport.broadcast(framesOf('json'), { type: 'CHANGE_POSITION', data: { ...numbered, cars } });
    }
    if (transport.occupied(framesOf('packed'))) {
      const packed = parts.pack({ eventId, serverTime, cars });
      transport.broadcast(framesOf('packed'), { type: 'CHANGE_POSITION', data: { ...numbered, packed } });
    }
  };

  const admit = (viewerId: string, encoding: Encoding): void => {
    remove(viewerId);
    arrival ??= begin();
    arrival.waiting.set(viewerId, encoding);
  };

  return {
    streamId,
    admit,
    readmit(viewerId) {
      const encoding = members.get(viewerId) ?? arrival?.waiting.get(viewerId);
      if (encoding !== undefined) admit(viewerId, encoding);
    },
    refresh() {
      const everybody = [...members, ...(arrival?.waiting ?? [])];
      arrival = null;
      for (const [viewerId, encoding] of everybody) admit(viewerId, encoding);
    },
    remove,
    has: (viewerId) => members.has(viewerId) || arrival?.waiting.has(viewerId) === true,
    empty: () => members.size === 0 && (arrival === null || arrival.waiting.size === 0),
    announce(message) {
      const data = { ...message.data, streamId, seq: ++seq };
      const numbered = { type: message.type, data } as SocketMessage;
      transport.broadcast(reliable, numbered);
      if (arrival !== null && arrival.held.push(numbered) > MAX_HELD) {
        fail(arrival, new Error('The snapshot took too long to read.'));
      }
    },
    offer(offered) {
      for (const car of offered.cars) changed.set(car.invitationId, car);
      serverTime = Math.max(serverTime, offered.serverTime);
      due ??= scheduler.after(Math.max(0, freeAt - clock.now()), flush);
    },
    close() {
      due?.cancel();
      reading?.cancel();
      arrival = null;
    },
  };
};
