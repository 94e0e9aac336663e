import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock, Scheduler, Timer } from './time.js';

export interface BodyTimes {
  /** The longest time without a byte. */
  readonly idleMs: number;
  /** The longest time for the whole body. */
  readonly wholeMs: number;
}

/** Ends requests whose body arrives too slowly, so that clients cannot hold connections open at no cost. */
export interface BodyWatch {
  watch(request: IncomingMessage, response: ServerResponse): void;
}

interface Receiving {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly startedAt: number;
  bytes: number;
  movedAt: number;
}

const LOOK_EVERY_MS = 1_000;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** `refuse` answers 408 and ends the request; a request that was already answered is disconnected. */
export const watchBodies = (
  { clock, scheduler }: { readonly clock: Clock; readonly scheduler: Scheduler },
  { idleMs, wholeMs }: BodyTimes,
  refuse: (request: IncomingMessage, response: ServerResponse) => void,
): BodyWatch => {
  /** Keyed by connection, which receives one body at a time. */
  const receiving = new Map<Socket, Receiving>();
  let timer: Timer | null = null;

  const end = ({ request, response }: Receiving): void => {
    if (response.headersSent) {
      request.destroy();
      return;
    }
    response.setHeader('Connection', 'close');
    refuse(request, response);
    // At once, not when the answer is sent: a client that reads nothing may hold it up, and send the rest of the body to whoever
    // still waits for it, and would answer again.
    process.nextTick(() => request.destroy());
  };

  const look = (): void => {
    const now = clock.now();
    for (const [socket, body] of receiving) {
      if (body.request.complete || socket.destroyed) {
        receiving.delete(socket);
        continue;
      }
      if (socket.bytesRead > body.bytes) {
        body.bytes = socket.bytesRead;
        body.movedAt = now;
      }
      if (now - body.movedAt < idleMs && now - body.startedAt < wholeMs) continue;
      receiving.delete(socket);
      end(body);
    }
    timer = receiving.size === 0 ? null : scheduler.after(LOOK_EVERY_MS, look);
  };

  return {
    watch(request, response) {
      if (request.complete || !hasBody(request)) return;
      const now = clock.now();
      const { socket } = request;
      receiving.set(socket, { request, response, startedAt: now, bytes: socket.bytesRead, movedAt: now });
      timer ??= scheduler.after(LOOK_EVERY_MS, look);
    },
  };
};
