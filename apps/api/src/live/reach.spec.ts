import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ORDERS_DOOR,
  TOPICS,
  TOPIC_DEFINITIONS,
  type RacePresence,
  type ReachRow,
} from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import { sqliteTopics } from '@flagpost/messaging/sqlite';
import { silentLogger } from '@flagpost/platform';
import { until, virtualTime, type VirtualTime } from '@flagpost/testing';
import { followReach, type Reach } from './reach.js';

const NOW = Date.UTC(2026, 5, 6, 12);
let time: VirtualTime;
let topics: Topics;
let reach: Reach;
let changes: ReachRow[][];

beforeEach(async () => {
  time = virtualTime(NOW);
  topics = sqliteTopics({ path: ':memory:', clock: time, scheduler: time, logger: silentLogger });
  await topics.define(TOPIC_DEFINITIONS);
  reach = followReach(topics, { clock: time, scheduler: time, logger: silentLogger });
  changes = [];
  reach.onChange((eventId, changed) => {
    if (eventId === 7) changes.push(changed);
  });
  await time.advance(0);
});
afterEach(async () => {
  await reach.stop();
  await topics.close();
});

const says = async (source: string, ...cars: number[]): Promise<void> => {
  const value: RacePresence = {
    eventId: 7,
    source,
    at: time.now(),
    cars: cars.map((car) => [car, NOW]),
  };
  await topics.publish(TOPICS.presence, [{ key: '7', value: JSON.stringify(value) }]);
  await time.advance(1);
};
const known = () => time.advance(2 * ORDERS_DOOR.presenceEveryMs + 1_000);
const reachable = () => reach.of(7)?.flatMap((row) => (row.Reachable ? [row.InvitationId] : []));

describe('which cars can be reached', () => {
  it('is not known before every telemetry-ingest has said so, and then told once', async () => {
    let told = 0;
    reach.onKnown(() => (told += 1));
    await says('one', 12);
    expect([reach.of(7), changes]).toEqual([null, []]);
    await known();
    await says('one', 12);
    expect([reachable(), told]).toEqual([[12], 1]);
    expect(reach.of(8)).toEqual([]);
  });

  it('follows the cars of all processes, and a car that moves between them stays', async () => {
    await known();
    await says('one', 12);
    await says('two', 13);
    await says('one', 12, 13);
    await says('two');
    expect(changes.flat()).toEqual([
      { InvitationId: 12, Reachable: true, Since: new Date(NOW).toISOString() },
      { InvitationId: 13, Reachable: true, Since: new Date(NOW).toISOString() },
    ]);
    await says('one', 13);
    const [gone] = changes.at(-1) ?? [];
    expect(gone).toMatchObject({ InvitationId: 12, Reachable: false });
    expect([reach.isReachable(7, 12), reach.isReachable(7, 13), reach.isReachable(8, 13)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('ends with a process that is not heard any more', async () => {
    await known();
    await says('one', 12);
    await says('two', 13);
    for (let elapsed = 0; elapsed < ORDERS_DOOR.presenceEndsMs; elapsed += ORDERS_DOOR.presenceEveryMs) {
      await time.advance(ORDERS_DOOR.presenceEveryMs);
      await says('two', 13);
    }
    await until('the first one to end', () => !reach.isReachable(7, 12));
    expect(reachable()).toEqual([13]);
  });
});
