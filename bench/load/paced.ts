import { createLatencies, type Latencies } from '../frame/measure.ts';
import { connected, eachAnswer } from './sockets.ts';

/** One request again and again at a fixed pace, whether the one before is answered or not. */
export interface Paced {
  /** Forgets what was counted. */
  begin(): void;
  /** From each request to its answer, whatever that is, since `begin`, ms. */
  answered(): Latencies;
  /** Answers other than 200, since `begin`. */
  refused(): number;
  stop(): void;
}

/** Requests take turns on so many connections, so that none soon waits for another one's answer. */
const CONNECTIONS = 50;

export const startPaced = async (url: string, request: Buffer, everyMs: number): Promise<Paced> => {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => connected(url)));
  let latencies = createLatencies();
  let refused = 0;
  let failure: Error | null = null;
  /** When each unanswered request was sent, oldest first, by connection. */
  const sentAt = sockets.map((socket) => {
    const times: number[] = [];
    socket.on('error', (error) => (failure ??= error));
    eachAnswer(socket, (status) => {
      latencies.add(performance.now() - (times.shift() ?? NaN));
      if (status !== 200) refused += 1;
    });
    return times;
  });
  let sent = 0;
  const timer = setInterval(() => {
    if (failure !== null) throw new Error('A connection was lost.', { cause: failure });
    const connection = sent++ % CONNECTIONS;
    sentAt[connection]?.push(performance.now());
    sockets[connection]?.write(request);
  }, everyMs);
  return {
    begin() {
      latencies = createLatencies();
      refused = 0;
    },
    answered: () => latencies,
    refused: () => refused,
    stop() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
};
