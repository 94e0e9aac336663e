import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { compiled } from '@flagpost/platform';
import { StorageDied } from '../errors.js';
import type { Reply, Request, Role } from '../messages.js';
import { toPlain } from '../plain-error.js';

/** One connection of a thread. */
export interface Connection {
  post(request: Omit<Extract<Request, { kind: 'group' }>, 'file'>): void;
  /** Takes the answers that have come, to any connection of the thread, without waiting for the event loop. */
  look(): void;
  /** @param waitMs How long readers are waited for, to move all of the write-ahead log; null to move what can be moved at once. */
  checkpoint(waitMs: number | null): Promise<Extract<Reply, { kind: 'checkpointed' }>>;
  /** Resolves when it is closed, or its thread has ended. */
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly role: Role;
  readonly path: string;
  readonly identity: string;
  readonly module: string;
  readonly onAnswers: (reply: Extract<Reply, { kind: 'answers' }>) => void;
  readonly onDeath: (error: StorageDied) => void;
}

/** A thread that is started with its first connection, and ends with the last one. */
export interface ThreadClient {
  open(options: ConnectionOptions): Connection;
}

interface Known extends ConnectionOptions {
  readonly port: MessagePort;
  checkpointed: (reply: Extract<Reply, { kind: 'checkpointed' }>) => void;
  closed: () => void;
}

const THREAD = new URL(compiled(import.meta.url.replace('thread-client', 'thread')));

export const createThreadClient = (name: string): ThreadClient => {
  const known = new Map<number, Known>();
  let current: MessagePort | null = null;
  let opened = 0;

  const start = (): MessagePort => {
    const { port1: port, port2: theirs } = new MessageChannel();
    const worker = new Worker(THREAD, { name, workerData: theirs, transferList: [theirs] });
    let reason: unknown;
    worker.on('error', (error) => (reason = error));
    port.on('messageerror', (error) => (reason = error));
    port.on('message', receive);
    worker.on('exit', () => {
      take(port);
      port.close();
      if (current === port) current = null;
      const why = reason === undefined ? '.' : `: ${toPlain(reason).message}`;
      const died = new StorageDied(`The thread '${name}' ended by itself${why}`, { cause: reason });
      for (const [file, { port: its, onDeath, checkpointed, closed }] of [...known]) {
        if (its !== port) continue;
        known.delete(file);
        onDeath(died);
        checkpointed({ kind: 'checkpointed', file, size: null, failed: toPlain(died) });
        closed();
      }
    });
    return port;
  };
  const take = (port: MessagePort): void => {
    for (let came = receiveMessageOnPort(port); came !== undefined; came = receiveMessageOnPort(port))
      receive(came.message as Reply);
  };

  const receive = (reply: Reply): void => {
    const connection = known.get(reply.file);
    if (connection === undefined) return;
    if (reply.kind === 'answers') connection.onAnswers(reply);
    else if (reply.kind === 'checkpointed') connection.checkpointed(reply);
    else {
      known.delete(reply.file);
      if (known.size === 0) current = null; // it ends by itself; a new connection starts another
      connection.closed();
    }
  };

  return {
    open(options) {
      current ??= start();
      const port = current;
      opened += 1;
      const file = opened;
      const connection: Known = {
        ...options,
        port,
        checkpointed: () => undefined,
        closed: () => undefined,
      };
      known.set(file, connection);
      const { role, path, identity, module } = options;
      const post = (request: Request): void => port.postMessage(request);
      post({ kind: 'open', file, role, path, identity, module: compiled(module) });
      return {
        post: (group) => post({ ...group, file }),
        look: () => take(port),
        checkpoint: (waitMs) =>
          new Promise((resolve) => {
            connection.checkpointed = resolve;
            post({ kind: 'checkpoint', file, waitMs });
          }),
        close: () =>
          new Promise((resolve) => {
            connection.closed = resolve;
            if (known.has(file)) post({ kind: 'close', file });
            else resolve();
          }),
      };
    },
  };
};
