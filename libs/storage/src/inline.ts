import { BUSY_MS, connectReadOnly, createReader, createWriter, prepareFile } from './connection.js';
import type { AnyFile, FileDefinition, Operations } from './definition.js';
import { asUnavailable, revive, StorageClosed } from './errors.js';
import type { FilePlace, Storage, StorageFile } from './file.js';
import { createLane, healthOf } from './lane.js';
import type { Answers, Calls } from './messages.js';

/** The only answer of a call. @throws its error, revived */
const onlyOf = ({ results, failures }: Answers, { title, errors }: AnyFile): unknown => {
  const [failure] = failures;
  if (failure !== undefined) throw revive(failure[1], title, errors);
  return results[0];
};

const openInline = <W extends Operations, R extends Operations>(
  definition: FileDefinition<W, R>,
  { path, readOnly = false }: FilePlace,
): StorageFile<W, R> => {
  const db = asUnavailable(definition, () =>
    readOnly ? connectReadOnly(path) : prepareFile(path, definition),
  );
  const writer = createWriter(db, path, definition);
  const reader = createReader(db, definition);
  const { title, errors } = definition;
  const lane = createLane({
    title,
    errors,
    send: (number, calls: Calls) => lane.answered(number, writer.write(calls)),
    rest: (over) => over(),
  });

  return {
    write: (name, ...args) => lane.request(name, args) as Promise<ReturnType<W[typeof name]>>,
    async read(name, ...args) {
      if (!db.isOpen) throw new StorageClosed(title);
      return onlyOf(reader({ names: [name], args: [args] }), definition) as ReturnType<R[typeof name]>;
    },
    collect: (name, seal) => lane.collect(name, seal) as never,
    async truncateLog() {
      await lane.alone(async () => {
        if (db.isOpen) writer.truncateLog(BUSY_MS);
      });
    },
    async health() {
      if (!db.isOpen) return { ok: false };
      return healthOf([lane]);
    },
    async close() {
      await lane.close();
      if (db.isOpen) db.close();
    },
  };
};

/** Runs operations in the caller's thread: writes when the turn of the event loop ends, reads at once. */
export const inlineStorage = (): Storage => ({ open: openInline });
