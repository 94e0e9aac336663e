import { partitionOf, type Message, type StoredMessage, type TopicDefinition } from '@flagpost/messaging';
import type { Process } from './process.js';
import type { World } from './world.js';

/**
 * The log of a message broker, and the partitions of group members. It promises no more than the port: a publish whose
 * answer was lost may be stored twice, and a partition may be given away while a batch of it is under way.
 */
export interface Broker {
  define(topics: readonly TopicDefinition[]): readonly string[];
  topic(name: string): Topic;
  /** Whether a topic was defined. */
  has(name: string): boolean;
  publish(topic: string, messages: readonly Message[]): void;
  group(topic: string, name: string): Group;
  /** Called after every publish to this topic, and every change of hands. */
  onChange(topic: string, listener: () => void): void;
  /** Gives partitions of every group other members, a batch under way or not. */
  rebalance(): void;
}

export interface Topic {
  readonly definition: TopicDefinition;
  readonly partitions: readonly StoredMessage[][];
  /** Of the next message, by partition. */
  readonly heads: readonly number[];
}

export interface Member {
  readonly process: Process;
  /** Partitions that it may read. */
  readonly owned: ReadonlySet<number>;
  /** Partitions that were taken from it and that it still reads, as far as it knows. */
  readonly lost: ReadonlySet<number>;
  /** It has left, or was not heard for too long. */
  isOut(): boolean;
}

export interface Group {
  /** As a member of this name; one that has it is answered its seat. */
  join(process: Process, name: string): Member;
  /** Its partitions go to the others. */
  leave(member: Member): void;
  /** A member releases a partition that is to go, or has gone, to another. */
  release(member: Member, partition: number): void;
  /** Partitions that the member still reads and has to give up. */
  unwanted(member: Member): readonly number[];
  committed(partition: number): number | null;
  /** False if the partition is another's by now. */
  commit(member: Member, partition: number, nextOffset: number): boolean;
  /** Messages not yet handed to it. */
  lag(): number;
}

/** The session timeout: the broker treats a member not heard for so long as ended. */
const SESSION_MS = 10_000;
const HEARTBEAT_MS = 2_500;
/** A publish is stored twice this often: its first answer was lost inside the client, which sent it again. */
const TWICE_SHARE = 0.01;

interface Seat extends Member {
  readonly name: string;
  readonly owned: Set<number>;
  readonly lost: Set<number>;
  heardAt: number;
  out: boolean;
}

const createGroup = (world: World, topic: Topic, changed: () => void) => {
  const offsets = new Map<number, number>();
  const wanted = new Map<number, Seat>();
  let seats: Seat[] = [];

  const ownerOf = (partition: number): Seat | undefined => seats.find(({ owned }) => owned.has(partition));
  const hand = (partition: number): void => {
    const to = wanted.get(partition);
    if (to !== undefined && !to.lost.has(partition) && ownerOf(partition) === undefined)
      to.owned.add(partition);
  };
  /** Those that are at work with a partition are waited for, or they are not: `force`. */
  const assign = (force: boolean): void => {
    wanted.clear();
    const order = world.random.shuffled(seats);
    topic.partitions.forEach((_, partition) => {
      const to = order[partition % order.length];
      if (to === undefined) return;
      wanted.set(partition, to);
      const owner = ownerOf(partition);
      if (owner !== undefined && owner !== to && force) {
        owner.owned.delete(partition);
        owner.lost.add(partition);
      }
      hand(partition);
    });
    changed();
  };
  const expel = (seat: Seat): void => {
    seat.out = true;
    seat.owned.clear();
    seats = seats.filter((other) => other !== seat);
    assign(false);
  };
  const listen = (): void => {
    for (const seat of seats) {
      if (seat.process.isAwake()) seat.heardAt = world.now();
      else if (world.now() - seat.heardAt > SESSION_MS) expel(seat);
    }
    world.after(HEARTBEAT_MS, 'broker listens', listen);
  };
  listen();

  const group: Group = {
    join(process, name) {
      const taken = seats.find((seat) => seat.name === name);
      if (taken !== undefined) return taken;
      const seat: Seat = {
        name,
        process,
        owned: new Set(),
        lost: new Set(),
        heardAt: world.now(),
        out: false,
        isOut: () => seat.out,
      };
      seats.push(seat);
      assign(world.random.chance(0.5));
      return seat;
    },
    leave: (member) => expel(member as Seat),
    release(member, partition) {
      (member as Seat).owned.delete(partition);
      (member as Seat).lost.delete(partition);
      hand(partition);
      changed();
    },
    unwanted: (member) => [...member.owned].filter((partition) => wanted.get(partition) !== member),
    committed: (partition) => offsets.get(partition) ?? null,
    commit(member, partition, nextOffset) {
      if (!member.owned.has(partition)) return false;
      offsets.set(partition, nextOffset);
      return true;
    },
    lag: () => topic.heads.reduce((sum, head, partition) => sum + head - (offsets.get(partition) ?? 0), 0),
  };
  return { group, rebalance: () => assign(world.random.chance(0.5)) };
};

export const createBroker = (world: World): Broker => {
  const topics = new Map<string, Topic & { readonly heads: number[] }>();
  const groups = new Map<string, ReturnType<typeof createGroup>>();
  const listeners: { readonly topic: string; readonly listener: () => void }[] = [];
  const changed = (topic: string): void =>
    listeners.forEach((one) => {
      if (one.topic === topic) one.listener();
    });
  const topicOf = (name: string) => {
    const topic = topics.get(name);
    if (topic === undefined) throw new Error(`There is no topic ${name}.`);
    return topic;
  };

  const append = ({ definition, partitions, heads }: ReturnType<typeof topicOf>, message: Message): void => {
    const partition = partitionOf(message.key, partitions.length);
    const offset = heads[partition] ?? 0;
    const kept = partitions[partition] as StoredMessage[];
    if (definition.kind === 'compacted') {
      const older = kept.findIndex(({ key }) => key === message.key);
      if (older >= 0 && world.random.chance(0.5)) kept.splice(older, 1);
    }
    kept.push({ ...message, offset, storedAt: world.now() });
    heads[partition] = offset + 1;
  };

  return {
    define(definitions) {
      const missing = definitions.filter(({ name }) => !topics.has(name));
      for (const definition of missing) {
        const partitions = Array.from({ length: definition.partitions }, () => []);
        topics.set(definition.name, { definition, partitions, heads: partitions.map(() => 0) });
      }
      return missing.map(({ name }) => name);
    },
    topic: topicOf,
    has: (name) => topics.has(name),
    publish(name, messages) {
      const topic = topicOf(name);
      const times = topic.definition.kind === 'log' && world.random.chance(TWICE_SHARE) ? 2 : 1;
      for (let time = 0; time < times; time += 1) for (const message of messages) append(topic, message);
      changed(name);
    },
    group(topic, name) {
      const key = `${topic} ${name}`;
      const made = groups.get(key) ?? createGroup(world, topicOf(topic), () => changed(topic));
      groups.set(key, made);
      return made.group;
    },
    onChange: (topic, listener) => void listeners.push({ topic, listener }),
    rebalance: () => groups.forEach((group) => group.rebalance()),
  };
};
