import type { JoinRequest, LiveCar, LiveFrame, SnapshotContents, SocketMessage } from '@flagpost/contracts';
import type { Clock, Scheduler } from '@flagpost/platform';
import { createFrameChannel } from './frame-channel.js';
import { createSnapshotTurns } from './snapshot-turns.js';
import type { Transport } from './transport.js';

/**
 * One event's stream to its viewers. It numbers the messages, and sends a joining viewer a snapshot followed by every
 * reliable message that the snapshot may lack: the viewer is in no channel until its snapshot is sent, and messages that are
 * announced while the snapshot is read are held for it.
 */
export interface Room {
  readonly streamId: string;
  /** Sends a snapshot, then the messages after it. */
  join(viewerId: string, encoding: Encoding): void;
  /** As `join`, for a viewer of the room that has missed messages; no effect for any other. */
  resync(viewerId: string): void;
  /** As `join`, for all viewers, with a snapshot read from now on. */
  refresh(): void;
  remove(viewerId: string): void;
  has(viewerId: string): boolean;
  empty(): boolean;
  /** Numbers a reliable message and sends it. */
  announce(message: Announcement): void;
  /** Queues changed cars for the next frame; only the newest state of each car is sent. */
  queueFrame(frame: LiveFrame): void;
  close(): void;
}

export type Encoding = JoinRequest['positions'];

type Unnumbered<D> = D extends unknown ? Omit<D, 'streamId' | 'seq'> : never;
type Reliable = Exclude<SocketMessage, { type: 'CHANGE_POSITION' | 'SNAPSHOT' }>;
/** A reliable message before it is numbered. */
export type Announcement = Reliable extends infer M
  ? M extends Reliable
    ? { type: M['type']; data: Unnumbered<M['data']> }
    : never
  : never;

/** Reads the views for a snapshot, and returns a function that completes it with the live state at the time of sending. */
export type ReadSnapshot = () => Promise<() => SnapshotContents>;

export interface RoomDependencies {
  readonly eventId: number;
  readonly streamId: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly readSnapshot: ReadSnapshot;
  /** The packed frame of docs/wire.md. */
  readonly pack: (frame: LiveFrame) => Uint8Array;
  /** Called if a snapshot could not be read; its viewers are dropped and reconnect. */
  readonly onSnapshotFailed: (error: unknown) => void;
}

/** Viewers that wait for one snapshot, and the messages announced since its reading began. */
interface PendingJoin {
  readonly seq: number;
  readonly waiting: Map<string, Encoding>;
  readonly held: SocketMessage[];
}

/** If more messages are announced while one snapshot is read, reading hangs and its viewers are dropped. */
const MAX_HELD = 1_000;

export const createRoom = (dependencies: RoomDependencies): Room => {
  const { eventId, streamId, transport, clock, scheduler } = dependencies;
  const reliable = `${eventId}`;
  const framesOf = (encoding: Encoding): string => `${eventId}/${encoding}`;
  const members = new Map<string, Encoding>();
  let seq = 0;
  let frame = 0;
  let pending: PendingJoin | null = null;
  const turns = createSnapshotTurns(clock, scheduler);

  const settle = (arrived: PendingJoin, finish: () => SnapshotContents): void => {
    if (pending !== arrived) return;
    const snapshot = { eventId, streamId, seq: arrived.seq, frame, ...finish() };
    pending = null;
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

  const fail = (arrived: PendingJoin, error: unknown): void => {
    if (pending !== arrived) return;
    pending = null;
    dependencies.onSnapshotFailed(error);
    for (const viewerId of arrived.waiting.keys()) transport.drop(viewerId, 'snapshotFailed');
  };

  const begin = (): PendingJoin => {
    const begun: PendingJoin = { seq, waiting: new Map(), held: [] };
    turns.next(() => {
      dependencies
        .readSnapshot()
        .then((finish) => settle(begun, finish))
        .catch((error: unknown) => fail(begun, error));
    });
    return begun;
  };

  const remove = (viewerId: string): void => {
    pending?.waiting.delete(viewerId);
    const encoding = members.get(viewerId);
    if (encoding === undefined) return;
    members.delete(viewerId);
    transport.leave(viewerId, reliable);
    transport.leave(viewerId, framesOf(encoding));
  };

  const sendFrame = (serverTime: number, cars: LiveCar[]): void => {
    const numbered = { eventId, streamId, frame: ++frame, serverTime };
    if (transport.occupied(framesOf('json'))) {
      transport.broadcast(framesOf('json'), { type: 'CHANGE_POSITION', data: { ...numbered, cars } });
    }
    if (transport.occupied(framesOf('packed'))) {
      const packed = dependencies.pack({ eventId, serverTime, cars });
      transport.broadcast(framesOf('packed'), { type: 'CHANGE_POSITION', data: { ...numbered, packed } });
    }
  };
  const frames = createFrameChannel(clock, scheduler, sendFrame);

  const join = (viewerId: string, encoding: Encoding): void => {
    remove(viewerId);
    pending ??= begin();
    pending.waiting.set(viewerId, encoding);
  };

  return {
    streamId,
    join,
    resync(viewerId) {
      const encoding = members.get(viewerId) ?? pending?.waiting.get(viewerId);
      if (encoding !== undefined) join(viewerId, encoding);
    },
    refresh() {
      const everybody = [...members, ...(pending?.waiting ?? [])];
      pending = null;
      for (const [viewerId, encoding] of everybody) join(viewerId, encoding);
    },
    remove,
    has: (viewerId) => members.has(viewerId) || pending?.waiting.has(viewerId) === true,
    empty: () => members.size === 0 && (pending === null || pending.waiting.size === 0),
    announce(message) {
      const data = { ...message.data, streamId, seq: ++seq };
      const numbered = { type: message.type, data } as SocketMessage;
      transport.broadcast(reliable, numbered);
      if (pending !== null && pending.held.push(numbered) > MAX_HELD) {
        fail(pending, new Error('The snapshot took too long to read.'));
      }
    },
    queueFrame: (liveFrame) => frames.queue(liveFrame),
    close() {
      frames.cancel();
      turns.cancel();
      pending = null;
    },
  };
};
