import { upserting } from '@flagpost/platform/mongo';
import type { TakeBack, TakeBackStore } from '../port.js';
import type { Models } from './models.js';

type Stored = Omit<TakeBack, 'tokenHash' | 'heldAddress'> & {
  readonly _id: string;
  readonly heldAddress?: string;
};

const takeBackOf = ({ _id, userId, order, expiresAt, sealed, heldAddress }: Stored): TakeBack => ({
  tokenHash: _id,
  userId,
  order,
  expiresAt,
  sealed,
  heldAddress: heldAddress ?? null,
});

export const takeBackStore = ({ takeBacks }: Models): TakeBackStore => ({
  async add({ tokenHash, heldAddress, ...rest }, now) {
    await takeBacks.deleteMany({ expiresAt: { $lte: now } });
    const held = heldAddress === null ? {} : { heldAddress };
    await upserting(() => takeBacks.replaceOne({ _id: tokenHash }, { ...rest, ...held }, { upsert: true }));
  },
  async find(tokenHash, now) {
    const stored = await takeBacks.findOne({ _id: tokenHash, expiresAt: { $gt: now } }).lean<Stored>();
    return stored === null ? null : takeBackOf(stored);
  },
  async forgetFrom(userId, order) {
    await takeBacks.deleteMany({ userId, order: { $gte: order } });
  },
  async holdersOf(heldAddress, now) {
    const stored = await takeBacks.find({ heldAddress, expiresAt: { $gt: now } }).lean<Stored[]>();
    return [...new Set(stored.map(({ userId }) => userId))];
  },
});
