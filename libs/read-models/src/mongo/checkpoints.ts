import type { mongo } from 'mongoose';
import type { Position } from '@flagpost/event-sourcing';
import { upserting } from '@flagpost/platform/mongo';
import type { Checkpoint, ReadModels } from '../port.js';
import type { StoredCheckpoints } from './models.js';

/** Coalesces the calls of one turn of the event loop. */
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
/** Sorts before every position. */
const NOWHERE = '' as Position;
/** The projector's last saved or read checkpoint. */
type Saved = readonly [projection: string, checkpoint: Checkpoint, after: Position | null];

/**
 * All checkpoints are stored in one document, so that a batch costs one write however many projections there are, and
 * one read answers whether the views have passed a position.
 */
export const checkpointsIn = (
  documents: mongo.Collection<StoredCheckpoints>,
): Pick<ReadModels, 'checkpoint' | 'saveCheckpoint'> & {
  /** Resets it to before the first event. */
  readonly begin: (projection: string, version: number) => Promise<void>;
} => {
  const read = together((_projections: readonly string[]) => documents.findOne(ID));

  /** Whether all could be saved: one that was dropped or has another version cannot. */
  const moveOn = async (saved: readonly Saved[]): Promise<boolean> => {
    const from = saved.flatMap(([name, { version }, after]) => [
      [`projections.${name}.version`, version] as const,
      [`projections.${name}.position`, { $gte: after ?? NOWHERE }] as const,
    ]);
    const positions = saved.map(
      ([name, { position }]) => [`projections.${name}.position`, position] as const,
    );
    const filter = { ...ID, ...Object.fromEntries<unknown>(from) };
    return (await documents.updateOne(filter, { $max: Object.fromEntries(positions) })).matchedCount === 1;
  };

  const save = together(async (saved: readonly Saved[]) => {
    if (await moveOn(saved)) return;
    for (const each of saved) await moveOn([each]);
  });

  return {
    async checkpoint(projection) {
      const stored = (await read(projection))?.projections?.[projection];
      return stored === undefined || stored.position === NOWHERE ? null : stored;
    },
    saveCheckpoint: (projection, checkpoint, after) => save([projection, checkpoint, after]),
    async begin(projection, version) {
      const change = { $set: { [`projections.${projection}`]: { version, position: NOWHERE } } };
      await upserting(() => documents.updateOne(ID, change, { upsert: true }));
    },
  };
};
