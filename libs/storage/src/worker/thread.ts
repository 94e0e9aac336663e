/** A thread of the storage: carries out what it is sent, in order, on connections of its own. */
import { MessagePort, workerData } from 'node:worker_threads';
import { assertFile, connect, connectReadOnly, createReader, createWriter, moveLog } from '../connection.js';
import type { AnyFile } from '../definition.js';
import { toPlain, type PlainError } from '../plain-error.js';
import type { Answers, Calls, LogSize, Reply, Request } from '../messages.js';

/** What a connection does; what its role does not need it refuses. */
interface Connection {
  carryOut(calls: Calls): Answers;
  checkpoint(waitMs: number | null): LogSize;
  close(): void;
}

type Opening = Extract<Request, { kind: 'open' }>;
type Task = Exclude<Request, Opening>;

const notMine = (): never => {
  throw new Error('A connection was asked for what it does not do.');
};

const connectionOf = ({ role, path, identity }: Opening, file: AnyFile): Connection => {
  assertFile(path, identity);
  if (role === 'read') {
    const db = connectReadOnly(path);
    return { carryOut: createReader(db, file), checkpoint: notMine, close: () => db.close() };
  }
  if (role === 'checkpoint') {
    const db = connect(path);
    return { carryOut: notMine, checkpoint: () => moveLog(db), close: () => db.close() };
  }
  // Checkpoints have a thread of their own: no commit takes part in one.
  const db = connect(path, `PRAGMA wal_autocheckpoint = 0; ${file.settings ?? ''}`);
  const writer = createWriter(db, path, file);
  return {
    carryOut: (calls) => writer.write(calls),
    checkpoint: (waitMs) => writer.truncateLog(waitMs ?? 0),
    close: () => writer.close(),
  };
};

const port: unknown = workerData;
if (!(port instanceof MessagePort)) throw new Error('This module runs in a thread of the storage.');
const answer = (reply: Reply): void => port.postMessage(reply);

/** Files of this thread, until they are closed. What is asked of one before its module is imported waits for that. */
const files = new Map<number, { opening: Opening; definition: AnyFile | null; waiting: Task[] }>();
/** Opened by the first task that needs it, and by the next one if that fails. */
const connections = new Map<number, Connection>();

const connectionTo = (file: number, opening: Opening, definition: AnyFile): Connection => {
  const known = connections.get(file);
  if (known !== undefined) return known;
  const opened = connectionOf(opening, definition);
  connections.set(file, opened);
  return opened;
};

const tried = <T>(work: () => T, failed: (error: PlainError) => T): T => {
  try {
    return work();
  } catch (error) {
    return failed(toPlain(error));
  }
};

const carryOut = (task: Task, opening: Opening, definition: AnyFile): void => {
  const { file } = task;
  const connection = (): Connection => connectionTo(file, opening, definition);
  if (task.kind === 'group') {
    const answers = tried<Answers>(
      () => connection().carryOut(task),
      (failed) => ({ results: [], failures: [], failed }),
    );
    answer({ kind: 'answers', file, number: task.number, answers });
  } else if (task.kind === 'checkpoint') {
    const result = tried<{ size: LogSize | null; failed: PlainError | null }>(
      () => ({ size: connection().checkpoint(task.waitMs), failed: null }),
      (failed) => ({ size: null, failed }),
    );
    answer({ kind: 'checkpointed', file, ...result });
  } else {
    connections.get(file)?.close();
    connections.delete(file);
    files.delete(file);
    answer({ kind: 'closed', file });
    if (files.size === 0) port.close();
  }
};

const open = async (opening: Opening): Promise<void> => {
  const known = { opening, definition: null as AnyFile | null, waiting: [] as Task[] };
  files.set(opening.file, known);
  const { file: definition } = (await import(opening.module)) as { readonly file: AnyFile };
  known.definition = definition;
  for (const task of known.waiting) carryOut(task, opening, definition);
};

port.on('message', (request: Request) => {
  if (request.kind === 'open') {
    void open(request);
    return;
  }
  const known = files.get(request.file);
  if (known === undefined) return;
  if (known.definition === null) known.waiting.push(request);
  else carryOut(request, known.opening, known.definition);
});
