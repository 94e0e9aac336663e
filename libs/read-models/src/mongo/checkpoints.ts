import type { mongo } from 'mongoose';
import { isDuplicate, upserting } from '@flagpost/platform/mongo';
import type { Checkpoint, ReadModels } from '../port.js';
import type { StoredCheckpoints } from './models.js';

/** Calls of one turn are answered by one piece of work. */
const together = <Item, Result>(work: (items: readonly Item[]) => Promise<Result>) => {
  let items: Item[] = [];
  let turn: Promise<Result> | null = null;
  return (item: Item): Promise<Result> => {
    items.push(item);
    return (turn ??= Promise.resolve().then(() => {
      const all = items;
      items = [];
      turn = null;
      return work(all);
    }));
  };
};

const ID = { _id: 'checkpoints' };

/**
 * All checkpoints stand in one document, so that a batch costs one write of it however many projections there are, and
 * who waits for the views reads one document.
 */
export const checkpointsIn = (
  documents: mongo.Collection<StoredCheckpoints>,
): Pick<ReadModels, 'checkpoint' | 'saveCheckpoint'> & {
  readonly forget: (projection: string) => Promise<void>;
} => {
  const read = together((_projections: readonly string[]) => documents.findOne(ID));

  /** Those of the stored versions move on; answers whether there were all of them. */
  const moveOn = async (saved: readonly (readonly [string, Checkpoint])[]): Promise<boolean> => {
    const versions = saved.map(([name, { version }]) => [`projections.${name}.version`, version] as const);
    const positions = saved.map(
      ([name, { position }]) => [`projections.${name}.position`, position] as const,
    );
    const filter = { ...ID, ...Object.fromEntries(versions) };
    return (await documents.updateOne(filter, { $max: Object.fromEntries(positions) })).matchedCount === 1;
  };

  const begin = async (name: string, checkpoint: Checkpoint): Promise<void> => {
    const path = `projections.${name}`;
    const filter = { ...ID, [path]: { $exists: false } };
    try {
      await upserting(() => documents.updateOne(filter, { $set: { [path]: checkpoint } }, { upsert: true }));
    } catch (error) {
      if (!isDuplicate(error)) throw error; // one of another version is there, and stays
    }
  };

  const save = together(async (saved: readonly (readonly [string, Checkpoint])[]) => {
    if (await moveOn(saved)) return;
    for (const [name, checkpoint] of saved)
      if (!(await moveOn([[name, checkpoint]]))) await begin(name, checkpoint);
  });

  return {
    checkpoint: async (projection) => (await read(projection))?.projections?.[projection] ?? null,
    saveCheckpoint: (projection, checkpoint) => save([projection, checkpoint]),
    async forget(projection) {
      await documents.updateOne(ID, { $unset: { [`projections.${projection}`]: '' } });
    },
  };
};
