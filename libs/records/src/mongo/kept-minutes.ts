import type { KeptMinutes } from '../port.js';
import type { Models } from './models.js';

type Blocks = Pick<Models['historyBlocks' | 'sightingBlocks'], 'collection'>;

/** The first and the newest minute of the blocks of an event up to a minute. */
export const keptMinutes = async (
  { collection }: Blocks,
  eventId: number,
  toMinute = Infinity,
): Promise<KeptMinutes | null> => {
  const at = async (order: 1 | -1): Promise<number | null> => {
    const found = await collection.findOne<{ readonly minute: number }>(
      { eventId, minute: { $lte: toMinute } },
      { projection: { minute: 1 }, sort: { minute: order } },
    );
    return found?.minute ?? null;
  };
  const [first, newest] = await Promise.all([at(1), at(-1)]);
  return first === null || newest === null ? null : { first, newest };
};
