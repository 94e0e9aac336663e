import type { Scheduler } from '@flagpost/platform';
import { BUSY_MS, identityOf, prepareFile } from '../connection.js';
import type { FileDefinition, Operations } from '../definition.js';
import { asUnavailable, revive, type StorageDied } from '../errors.js';
import type { FilePlace, Storage, StorageFile } from '../file.js';
import { createLane, healthOf } from '../lane.js';
import { checkpointsOf } from './checkpoints.js';
import { createThreadClient, type ThreadClient } from './thread-client.js';

/** How long commits wait for a reader that holds a long write-ahead log, such as a backup; the next checkpoint tries again. */
const COMMITS_WAIT_MS = 100;

export interface WorkerStorageOptions {
  readonly scheduler: Scheduler;
  /**
   * Called once, when a thread ended by itself. What it had not answered was rejected, and may have been stored or not:
   * the process has to end.
   */
  readonly onDeath: (error: StorageDied) => void;
}

/**
 * Time in ms from one group to the next, if the former held more than one request. It bounds the commits of a file to
 * 200 a second, and so what they cost in all; a request waits no longer than this for it.
 */
const GATHER_MS = 5;

interface Shared extends WorkerStorageOptions {
  readonly reading: ThreadClient;
  readonly checkpointing: ThreadClient;
}

const openInThreads = <W extends Operations, R extends Operations>(
  definition: FileDefinition<W, R>,
  { path }: FilePlace,
  { scheduler, onDeath, reading, checkpointing }: Shared,
): StorageFile<W, R> => {
  asUnavailable(definition, () => prepareFile(path, definition)).close();
  const { title, errors, module } = definition;
  const file = { path, identity: identityOf(path), module };
  const rest = (over: () => void): void => void scheduler.after(GATHER_MS, over);
  const dies = (error: StorageDied): void => {
    writes.end(error);
    reads.end(error);
    onDeath(error);
  };

  const writes = createLane({
    title,
    errors,
    rest,
    look: () => writing.look(),
    send(number, calls, bytes) {
      checkpoints.count(bytes);
      writing.post({ kind: 'group', number, ...calls });
    },
  });
  const writing = createThreadClient(title).open({
    role: 'write',
    ...file,
    onDeath: dies,
    onAnswers: ({ number, answers }) => {
      writes.answered(number, answers);
      checkpoints.run();
    },
  });
  const reads = createLane({
    title,
    errors,
    long: definition.long,
    rest: (over) => over(),
    look: () => readingFile.look(),
    send: (number, calls) => readingFile.post({ kind: 'group', number, ...calls }),
  });
  const readingFile = reading.open({
    role: 'read',
    ...file,
    onDeath: dies,
    onAnswers: ({ number, answers }) => reads.answered(number, answers),
  });
  const moving = checkpointing.open({
    role: 'checkpoint',
    ...file,
    onDeath: dies,
    onAnswers: () => undefined,
  });
  const truncate = (waitMs: number): Promise<void> =>
    writes.alone(async () => {
      await checkpoints.moved();
      const { failed } = await writing.checkpoint(waitMs);
      if (failed !== null) throw revive(failed, title);
    });
  const checkpoints = checkpointsOf({
    move: () => moving.checkpoint(null),
    truncate: () => truncate(COMMITS_WAIT_MS),
  });
  let closing: Promise<void> | null = null;

  return {
    write: (name, ...args) => writes.request(name, args) as Promise<ReturnType<W[typeof name]>>,
    read: (name, ...args) => reads.request(name, args) as Promise<ReturnType<R[typeof name]>>,
    collect: (name, seal) => writes.collect(name, seal) as never,
    truncateLog: () => truncate(BUSY_MS),
    async health() {
      return closing === null ? healthOf([writes, reads]) : { ok: false };
    },
    close: () =>
      (closing ??= (async () => {
        await Promise.all([writes.close(), reads.close()]);
        await checkpoints.ended();
        await Promise.all([readingFile.close(), moving.close()]);
        await writing.close(); // the last connection moves the write-ahead log into the file
      })()),
  };
};

/**
 * Runs operations in threads: a writing one for each file, and two for all files, one that reads and one that moves
 * write-ahead logs into their files. So no read waits for a sync, no commit for a checkpoint, and no file for another.
 *
 * Reads of all files share a thread as each is short, or a slice of a long one; a thread for each file would cost its
 * memory and no less waiting, as files are seldom read at the same time.
 */
export const workerStorage = (options: WorkerStorageOptions): Storage => {
  let dead = false;
  const onDeath = (error: StorageDied): void => {
    if (!dead) options.onDeath(error);
    dead = true;
  };
  const shared = {
    ...options,
    onDeath,
    reading: createThreadClient('reads'),
    checkpointing: createThreadClient('checkpoints'),
  };
  return { open: (definition, place) => openInThreads(definition, place, shared) };
};
