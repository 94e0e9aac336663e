import { TOPICS, type LiveFrame } from '@flagpost/contracts';
import { followLive } from '@flagpost/api/headless';
import type { FollowOptions, StoredMessage, Topics } from '@flagpost/messaging';
import { kafkaMessage, type KafkaRecord } from '@flagpost/messaging/kafka';
import { silentLogger } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import type { Bench, Side } from './frame/bench.ts';
import { perCpuSecond } from './frame/measure.ts';
import { FRAMES_PER_S, framesOf } from './load/frames.ts';

interface Load {
  readonly events: number;
  readonly cars: number;
  readonly seconds: number;
}

/** As a client of Kafka hands it over; each round has a later time. */
type ByteRecord = KafkaRecord & { timestamp: string };

const STARTS_AT = Date.UTC(2026, 5, 1, 8);
const FRAME_MS = 1_000 / FRAMES_PER_S;

/** A second of all events, by frame: as the bytes that a client of Kafka hands over. */
const secondOf = ({ events, cars }: Load): ByteRecord[][] => {
  const frames: LiveFrame[] = framesOf({ cars, hz: 1, seconds: 1, startsAt: STARTS_AT });
  return frames.map((frame) =>
    Array.from({ length: events }, (_, index) => ({
      key: Buffer.from(String(index + 1)),
      value: Buffer.from(JSON.stringify({ ...frame, eventId: index + 1 })),
      offset: '0',
      timestamp: '0',
    })),
  );
};

/** A gateway's live state, to which frames are handed directly. */
const liveState = (watches: (eventId: number) => boolean) => {
  let onBatch: FollowOptions['onBatch'] = async () => undefined;
  const follow: Topics['follow'] = (options) => {
    ({ onBatch } = options);
    return { stop: async () => undefined, closed: new Promise<void>(() => undefined) };
  };
  const topics = { follow, publish: async () => undefined } as Pick<Topics, 'follow' | 'publish'> as Topics;
  const live = followLive(topics, { clock: systemClock, scheduler: systemScheduler, logger: silentLogger });
  let handed = 0;
  live.onFrame(() => void (handed += 1), watches);
  return {
    handed: () => handed,
    take: (messages: StoredMessage[], head: number) => onBatch({ partition: 0, messages, head }),
  };
};

/** Hands over every second anew; each run goes on where the last one ended. */
const side = (what: string, load: Load, watches: (eventId: number) => boolean): Side => {
  const second = secondOf(load);
  const gateway = liveState(watches);
  let handed = 0;
  const run = () =>
    perCpuSecond(async () => {
      const before = handed;
      for (let number = 0; number < load.seconds * FRAMES_PER_S; number++) {
        const records = second[number % FRAMES_PER_S] ?? [];
        const timestamp = String(STARTS_AT + Math.floor(handed / load.events) * FRAME_MS);
        const messages = records.map((record) => {
          record.timestamp = timestamp;
          return kafkaMessage(record);
        });
        handed += messages.length;
        await gateway.take(messages, handed);
      }
      return handed - before;
    });
  return {
    what,
    run: async () => {
      const { figure, also } = await run();
      return { figure: 1e6 / figure, also: { ...also, 'frames handed on': gateway.handed() } };
    },
  };
};

/** One gateway of many: frames of all events reach it, and it serves a few of them. */
export const bench: Bench = async ({ at, sizes, compare }) => {
  const [events = 0] = sizes('events', [1_000], [20]);
  const [watched = 0] = sizes('watched', [10], [1]);
  const seconds = at({ whole: 20, quick: 6, smoke: 1 });
  for (const [index, cars] of sizes('cars', [100, 24], [3]).entries()) {
    const load = { events, cars, seconds };
    await compare({
      what: `${events} events of ${cars} cars at 1 Hz, frames at ${FRAMES_PER_S} Hz, of which a gateway serves ${watched}`,
      load: { events, cars },
      unit: 'µs of CPU for a frame of `' + TOPICS.live + '`, from its bytes on',
      ours: side(
        'frames of events that nobody watches are left unread',
        load,
        (eventId) => eventId <= watched,
      ),
      theirs: side('all frames are parsed', load, () => true),
      ...(index === 0 ? { ratio: { atMost: 0.1 } } : {}),
    });
  }
};
