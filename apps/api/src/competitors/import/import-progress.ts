import type { ImportProgressAnswer } from '@flagpost/contracts';
import type { ApiDependencies } from '../../dependencies.js';
import { importProgress } from '../../stored-names.js';

/** How far the import into an event is. It is kept in the records, as any api may be asked for it. */

const NONE: ImportProgressAnswer = { done: 0, total: 0 };
/** Of all rows: progress is stored when as many more are done. */
const STEP = 0.01;

type Dependencies = Pick<ApiDependencies, 'records'>;

export const readImportProgress = async (
  { records }: Dependencies,
  eventId: number,
): Promise<ImportProgressAnswer> => {
  const kept = await records.checkpoints.load(importProgress(eventId));
  return kept === null ? NONE : (JSON.parse(kept) as ImportProgressAnswer);
};

export interface StartedImport {
  /** Does not wait until it is stored. */
  add(rows: number): void;
  /** @throws {Error} if the progress could not be stored */
  end(): Promise<void>;
}

export const startImportProgress = async (
  { records }: Dependencies,
  eventId: number,
  total: number,
): Promise<StartedImport> => {
  const store = (progress: ImportProgressAnswer): Promise<void> =>
    records.checkpoints.save(importProgress(eventId), JSON.stringify(progress));
  let done = 0;
  let stored = 0;
  let storing: Promise<unknown> | null = null;
  await store({ done, total });
  return {
    add(rows) {
      done += rows;
      if (storing !== null || done - stored < total * STEP) return;
      stored = done;
      // A step that was not stored is followed by the next one; `end` tells what does not pass.
      storing = store({ done, total })
        .catch(() => undefined)
        .finally(() => (storing = null));
    },
    async end() {
      await storing;
      await store(NONE);
    },
  };
};
