import { isDuplicate, upserting } from '@flagpost/platform/mongo';
import type {
  CheckpointStore,
  LeaseStore,
  RequestKey,
  RequestKeyStore,
  Reservation,
  SequenceStore,
} from '../port.js';
import type { Models } from './models.js';

export const sequenceStore = ({ sequences }: Models): SequenceStore => {
  const reserve: SequenceStore['reserve'] = async (kind, count) => {
    const advanced = await upserting(() =>
      sequences
        .findOneAndUpdate({ _id: kind }, { $inc: { last: count } }, { upsert: true, returnDocument: 'after' })
        .lean(),
    );
    return Number(advanced.last) - count + 1;
  };
  const next: SequenceStore['next'] = async (kind, skip = []) => {
    const number = await reserve(kind, 1);
    return skip.includes(number) ? next(kind, skip) : number;
  };
  return {
    next,
    reserve,
    async passTo(kind, last) {
      await upserting(() => sequences.updateOne({ _id: kind }, { $max: { last } }, { upsert: true }));
    },
  };
};

export const requestKeyStore = ({ requestKeys }: Models): RequestKeyStore => {
  const idOf = ({ actorId, key }: Pick<RequestKey, 'actorId' | 'key'>): string => `${actorId} ${key}`;

  const find = async <R>(requestKey: RequestKey): Promise<Reservation<R> | null> => {
    const known = await requestKeys.findOne({ _id: idOf(requestKey) }).lean();
    if (known === null) return null;
    if (known.bodyHash !== requestKey.bodyHash) return { kind: 'mismatch' };
    return typeof known.result === 'string'
      ? { kind: 'answered', result: JSON.parse(known.result) as R }
      : { kind: 'open', minted: JSON.parse(String(known.minted)) as Record<string, number | string> };
  };

  return {
    find,
    async reserve<R>(
      requestKey: RequestKey,
      minted: Readonly<Record<string, number | string>>,
      now: number,
    ): Promise<Reservation<R>> {
      const _id = idOf(requestKey);
      const { bodyHash } = requestKey;
      for (;;) {
        try {
          await requestKeys.create({ _id, bodyHash, minted: JSON.stringify(minted), reservedAt: now });
          return { kind: 'open', minted };
        } catch (error) {
          if (!isDuplicate(error)) throw error;
        }
        const known = await find<R>(requestKey);
        if (known !== null) return known; // null: released meanwhile
      }
    },
    async keep<R>(requestKey: RequestKey, result: R, now: number): Promise<Reservation<R>> {
      const _id = idOf(requestKey);
      const { bodyHash } = requestKey;
      const text = JSON.stringify(result ?? null);
      for (;;) {
        try {
          await requestKeys.create({ _id, bodyHash, minted: '{}', reservedAt: now, result: text });
          return { kind: 'answered', result };
        } catch (error) {
          if (!isDuplicate(error)) throw error;
        }
        const open = { _id, bodyHash, result: { $exists: false } };
        await requestKeys.updateOne(open, { $set: { result: text } });
        const known = await find<R>(requestKey);
        if (known !== null && known.kind !== 'open') return known; // otherwise it was released meanwhile
      }
    },
    async answer(requestKey, result) {
      const { bodyHash } = requestKey;
      const change = { $set: { result: JSON.stringify(result ?? null) } };
      await requestKeys.updateOne({ _id: idOf(requestKey), bodyHash }, change);
    },
    async isAnswered(requestKey) {
      const answered = { _id: idOf(requestKey), result: { $exists: true } };
      return (await requestKeys.exists(answered)) !== null;
    },
    async release(requestKey) {
      const { bodyHash } = requestKey;
      await requestKeys.deleteOne({ _id: idOf(requestKey), bodyHash, result: { $exists: false } });
    },
    async forget(before) {
      await requestKeys.deleteMany({ reservedAt: { $lt: before } });
    },
  };
};

export const checkpointStore = ({ checkpoints }: Models): CheckpointStore => ({
  load: async (reader) => (await checkpoints.findOne({ _id: reader }).lean())?.position ?? null,
  async save(reader, position) {
    await upserting(() => checkpoints.updateOne({ _id: reader }, { $set: { position } }, { upsert: true }));
  },
  async advance(reader, expected, position) {
    if (expected === null) {
      try {
        await checkpoints.create({ _id: reader, position });
        return true;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    }
    const stored = { _id: reader, position: { $in: expected === null ? [position] : [expected, position] } };
    return (await checkpoints.updateOne(stored, { $set: { position } })).matchedCount === 1;
  },
});

export const leaseStore = ({ leases }: Models): LeaseStore => ({
  async load(name) {
    const lease = await leases.findOne({ _id: name }).lean();
    return lease === null ? null : { holder: lease.holder ?? null, counter: Number(lease.counter) };
  },
  async advance(name, expected, holder) {
    if (expected === 0) {
      try {
        await leases.create({ _id: name, holder, counter: 1 });
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    }
    const change = { $set: { holder, counter: expected + 1 } };
    return (await leases.updateOne({ _id: name, counter: expected }, change)).matchedCount === 1;
  },
});
