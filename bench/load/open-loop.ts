import type { Socket } from 'node:net';
import { createLatencies, type Latencies } from '../frame/measure.ts';
import { createSchedule } from './schedule.ts';
import { connected, eachAnswer } from './sockets.ts';

/**
 * Senders that each write one request in every period, over a connection of their own and in their own moment, whether the
 * one before is answered or not.
 */
export interface OpenLoop {
  /** Forgets what was counted, not what waits. */
  begin(): void;
  /** Since `begin`. */
  counted(): Arrived;
  /** Stops sending, and resolves when everything is answered or so much time has passed. */
  rest(withinMs: number): Promise<void>;
  /** Sends again after a rest, as if no time had passed in it. */
  resume(): void;
  close(): void;
}

export interface Arrived {
  /** With the expected status. */
  readonly answered: number;
  /** With any other. */
  readonly refused: number;
  /** Sent at any time and not answered yet. */
  readonly waiting: number;
  /** From the write to the expected answer, ms. */
  readonly acknowledged: Latencies;
  /** From the moment at which a request was due to its write, ms. */
  readonly late: Latencies;
}

export interface OpenLoopOptions {
  readonly url: string;
  readonly senders: number;
  readonly everyMs: number;
  /** Senders begin one after the other within so long; all at once if left out. */
  readonly beginWithinMs?: number;
  /** The moments of the senders follow from it. */
  readonly seed: number;
  /** What a sender writes when it has sent for so long. */
  readonly requestOf: (sender: number, sentForMs: number) => string;
  /** The status of a request that was taken. */
  readonly expected: number;
}

const LOOK_EVERY_MS = 1;
const ANSWERED_EVERY_MS = 20;
const CONNECT_AT_ONCE = 500;

/** A few hundred at a time: more than a server's backlog would be refused. */
const connectAll = async (url: string, count: number): Promise<Socket[]> => {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const some = Math.min(CONNECT_AT_ONCE, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: some }, () => connected(url)))));
  }
  return sockets;
};

const nothingYet = () => ({
  answered: 0,
  refused: 0,
  acknowledged: createLatencies(),
  late: createLatencies(),
});

/** Connects every sender; then they send. @throws if one cannot connect */
export const startOpenLoop = async (options: OpenLoopOptions): Promise<OpenLoop> => {
  const { url, senders, everyMs, beginWithinMs = 0, seed, requestOf, expected } = options;
  const sockets = await connectAll(url, senders);
  const schedule = createSchedule(senders, everyMs, seed);
  let counts = nothingYet();
  let waiting = 0;
  let lost = 0;
  /** When each unanswered request was sent, oldest first, by sender. */
  const sentAt = sockets.map((): number[] => []);
  sockets.forEach((socket, sender) => {
    // Whatever the reason, 'close' follows.
    socket.on('error', () => undefined).on('close', () => (lost += 1));
    eachAnswer(socket, (status) => {
      const at = sentAt[sender]?.shift() ?? NaN;
      waiting -= 1;
      if (status === expected) {
        counts.answered += 1;
        counts.acknowledged.add(performance.now() - at);
      } else counts.refused += 1;
    });
  });

  let began = performance.now();
  let restsSince = began;
  const send = (sender: number, sentForMs: number): void => {
    sentAt[sender]?.push(performance.now());
    waiting += 1;
    sockets[sender]?.write(requestOf(sender, sentForMs), 'latin1');
  };
  let arrival = 0;
  const sendDue = (): void => {
    if (lost > 0) throw new Error(`${lost} senders lost their connection.`);
    const now = performance.now() - began;
    for (; schedule.dueMs(arrival) <= now; arrival++) {
      const sender = schedule.deviceOf(arrival);
      if (schedule.dueMs(arrival) < (sender / senders) * beginWithinMs) continue;
      counts.late.add(performance.now() - began - schedule.dueMs(arrival));
      send(sender, now);
    }
  };
  let timer: NodeJS.Timeout | null = null;
  const stop = (): void => {
    if (timer === null) return;
    clearInterval(timer);
    timer = null;
    restsSince = performance.now();
  };
  const resume = (): void => {
    if (timer !== null) return;
    began += performance.now() - restsSince;
    timer = setInterval(sendDue, LOOK_EVERY_MS);
  };
  resume();
  return {
    begin: () => void (counts = nothingYet()),
    counted: () => ({ ...counts, waiting }),
    async rest(withinMs) {
      stop();
      for (let left = withinMs; left > 0 && waiting > 0; left -= ANSWERED_EVERY_MS)
        await new Promise((resolve) => setTimeout(resolve, ANSWERED_EVERY_MS));
    },
    resume,
    close() {
      stop();
      for (const socket of sockets) socket.destroy();
    },
  };
};
