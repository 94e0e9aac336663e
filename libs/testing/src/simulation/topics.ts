import type { Batch, ConsumeOptions, FollowOptions, Topics } from '@flagpost/messaging';
import { fixedDelay, retry, ServiceUnavailableError } from '@flagpost/platform';
import type { Broker, Member } from './broker.js';
import { deliver } from './delivery.js';
import { createNews, type News } from './news.js';
import type { Network, Process } from './process.js';
import type { World } from './world.js';

const SERVER = 'topics';
const MAX_BATCH = 1_000;
const RETRY_MS = 250;

/** The topics of a broker as one process reaches them. */
export const connectTopics = (world: World, network: Network, process: Process, broker: Broker): Topics => {
  const newsOf = (topic: string): News => {
    const news = createNews(world, network, process, SERVER);
    broker.onChange(topic, news.spread);
    return news;
  };

  const call = <T>(what: string, effect: () => T): Promise<T> => process.call(SERVER, what, effect);
  /** As a client does that looks for its broker until it finds it. */
  const retrying = <T>(what: string, effect: () => T): Promise<T> =>
    retry(
      {
        retryIf: (error) => error instanceof ServiceUnavailableError,
        backoff: { scheduler: process, ms: fixedDelay(RETRY_MS) },
      },
      () => call(what, effect),
    );

  /** Batches are of any size. */
  const sizeOf = (max: number): number => (world.random.chance(0.2) ? world.random.between(1, 5) : max);
  const fetch = (topic: string, partition: number, from: number, max: number): Batch | null => {
    const { partitions, heads } = broker.topic(topic);
    const kept = partitions[partition] ?? [];
    // From the newest backwards: the requested messages are at the end.
    let first = kept.length;
    while (first > 0 && (kept[first - 1]?.offset ?? -1) >= from) first -= 1;
    const messages = kept.slice(first, first + sizeOf(max));
    return messages.length === 0 ? null : { partition, messages, head: heads[partition] ?? 0 };
  };
  /** `next`: the offset that follows the batch. */
  const fetchAny = (
    news: News,
    topic: string,
    positions: ReadonlyMap<number, number>,
    max: number,
  ): { readonly batch: Batch; readonly next: number } | null => {
    if (network.isOut(SERVER)) {
      news.spread();
      return null;
    }
    for (const [partition, from] of world.random.shuffled([...positions])) {
      const batch = fetch(topic, partition, from, max);
      const last = batch?.messages.at(-1);
      if (batch !== null && last !== undefined) return { batch, next: last.offset + 1 };
    }
    return null;
  };

  const consume = (options: ConsumeOptions) => {
    const { topic, maxBatch = MAX_BATCH } = options;
    const group = broker.group(topic, options.group);
    const news = newsOf(topic);
    const positions = new Map<number, number>();
    /** Partitions of which `startAt` is to be asked again. */
    const again = new Set<number>();

    const giveUp = async (member: Member, partition: number): Promise<void> => {
      positions.delete(partition);
      try {
        await options.onRevoked?.(partition);
      } finally {
        group.release(member, partition);
      }
    };
    /** Releases partitions that are or will be another member's, and takes its own. */
    const settle = async (member: Member): Promise<void> => {
      const unwanted = new Set([...member.lost, ...group.unwanted(member)]);
      for (const partition of positions.keys()) {
        if (!member.owned.has(partition) || unwanted.has(partition)) await giveUp(member, partition);
      }
      for (const partition of unwanted) group.release(member, partition);
      for (const partition of again) positions.delete(partition);
      again.clear();
      for (const partition of member.owned) {
        if (positions.has(partition)) continue;
        const committed = () => retrying('committed', () => group.committed(partition));
        const from = (await options.startAt?.(partition)) ?? (await committed()) ?? 0;
        positions.set(partition, Math.min(from, broker.topic(topic).heads[partition] ?? 0));
      }
    };

    const delivery = deliver(async (isStopped) => {
      const join = (): Promise<Member> => {
        const name = process.ids.uuid();
        return retrying('join', () => group.join(process, name));
      };
      let member = await join();
      try {
        while (!isStopped()) {
          await settle(member);
          if (member.isOut()) {
            member = await join();
            continue;
          }
          const found = fetchAny(news, topic, positions, maxBatch);
          if (found === null) {
            await news.next();
            continue;
          }
          const { batch, next } = found;
          await options.onBatch(batch);
          if (again.has(batch.partition)) continue;
          positions.set(batch.partition, next);
          await retrying('commit', () => group.commit(member, batch.partition, next));
        }
      } finally {
        // Every partition is released, even if `onRevoked` throws, and is free for the next member.
        await Promise.allSettled([...positions.keys()].map((partition) => giveUp(member, partition)));
        await retrying('leave', () => group.leave(member));
      }
    }, news.wakeAll);
    return {
      ...delivery,
      beginAgain(partition: number) {
        again.add(partition);
        news.wakeAll();
      },
    };
  };

  const follow = (options: FollowOptions) => {
    const { topic, from } = options;
    const news = newsOf(topic);
    return deliver(async (isStopped) => {
      const heads = await retrying('heads', () => [...broker.topic(topic).heads]);
      const positions = new Map(heads.map((head, partition) => [partition, from === 'now' ? head : 0]));
      let caughtUp = false;
      while (!isStopped()) {
        const found = fetchAny(news, topic, positions, MAX_BATCH);
        if (found !== null) {
          await options.onBatch(found.batch);
          positions.set(found.batch.partition, found.next);
        }
        if (!caughtUp && heads.every((head, partition) => (positions.get(partition) ?? 0) >= head)) {
          caughtUp = true;
          options.onCaughtUp?.(heads);
        }
        if (found === null) await news.next();
      }
    }, news.wakeAll);
  };

  return {
    define: (definitions) => retrying('define', () => broker.define(definitions)),
    publish: (topic, messages) => call(`publish ${topic}`, () => broker.publish(topic, messages)),
    consume,
    follow,
    heads: (topic) => call('heads', () => [...broker.topic(topic).heads]),
    health: async () => ({ ok: !network.isOut(SERVER) }),
    lag: async (topic, group) => ({ messages: await call('lag', () => broker.group(topic, group).lag()) }),
    close: () => Promise.resolve(),
  };
};
