import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock, Scheduler, Timer } from './time.js';

export interface AnswerTimes {
  /** The time within which a client takes at least so much of what waits for it, or all of it. */
  readonly idleMs: number;
  readonly leastBytes: number;
}

/** Ends connections whose clients do not read their answers, so that clients cannot hold their memory at no cost. */
export interface AnswerWatch {
  watch(request: IncomingMessage, response: ServerResponse): void;
}

interface Sending {
  /** Answers that are not finished. */
  answers: number;
  taken: number;
  movedAt: number;
}

const LOOK_EVERY_MS = 1_000;

/** What libuv holds of a connection. Node shows neither: its `bytesWritten` counts what waits, too. */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/** Bytes that the system has taken for the client: of one large write, what has gone of it so far. */
export const bytesTaken = (socket: Socket): number => {
  const { _handle: handle } = socket as Socket & { readonly _handle?: Handle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
};

/** However long an answer takes, its connection stays as long as the client goes on reading it. */
export const watchAnswers = (
  { clock, scheduler }: { readonly clock: Clock; readonly scheduler: Scheduler },
  { idleMs, leastBytes }: AnswerTimes,
): AnswerWatch => {
  const sending = new Map<Socket, Sending>();
  let timer: Timer | null = null;

  const look = (): void => {
    const now = clock.now();
    for (const [socket, state] of sending) {
      const waits = socket.writableLength > 0;
      if (socket.destroyed || (state.answers === 0 && !waits)) {
        sending.delete(socket);
        continue;
      }
      const taken = bytesTaken(socket);
      if (!waits || taken >= state.taken + leastBytes) {
        state.taken = taken;
        state.movedAt = now;
      }
      if (now - state.movedAt < idleMs) continue;
      sending.delete(socket);
      socket.destroy();
    }
    timer = sending.size === 0 ? null : scheduler.after(LOOK_EVERY_MS, look);
  };

  return {
    watch({ socket }, response) {
      // Most answers have left at once, where they are given before this is called; Node says so only a turn later.
      if (response.writableEnded && response.writableLength === 0) return;
      const state = sending.get(socket) ?? { answers: 0, taken: bytesTaken(socket), movedAt: clock.now() };
      state.answers += 1;
      sending.set(socket, state);
      response.once('close', () => (state.answers -= 1));
      timer ??= scheduler.after(LOOK_EVERY_MS, look);
    },
  };
};
