import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TOPICS, TOPIC_DEFINITIONS, type LiveFrame } from '@flagpost/contracts';
import { sqliteTopics } from '@flagpost/messaging/sqlite';
import type { Topics } from '@flagpost/messaging';
import { silentLogger } from '@flagpost/platform';
import { until, virtualTime, type VirtualTime } from '@flagpost/testing';
import { liveCarOf } from '../testing/live-cars.js';
import { followLive, type LiveState } from './live-state.js';

let time: VirtualTime;
let topics: Topics;
let live: LiveState;

beforeEach(async () => {
  time = virtualTime();
  topics = sqliteTopics({ path: ':memory:', clock: time, scheduler: time, logger: silentLogger });
  await topics.define(TOPIC_DEFINITIONS);
  live = followLive(topics, { clock: time, scheduler: time, logger: silentLogger });
  await time.advance(0);
});
afterEach(async () => {
  await live.stop();
  await topics.close();
});

const publish = (value: string) => topics.publish(TOPICS.live, [{ key: '7', value }]);
const frame = (serverTime: number, ...cars: LiveFrame['cars']) =>
  publish(JSON.stringify({ eventId: 7, serverTime, cars }));
const reaches = (serverTime: number) =>
  until(`the frame of ${serverTime}`, () => live.serverTime(7) === serverTime);

describe('the live state', () => {
  it('knows nothing before the first frame', () => {
    expect(live.car(7, 1)).toBeNull();
    expect(live.serverTime(7)).toBeNull();
    expect(live.newestPositionAt()).toBeNull();
  });

  it('keeps the newest state of each car, and where it was before', async () => {
    await frame(10, liveCarOf(1, { receivedAt: 10, lat: 1 }), liveCarOf(2, { receivedAt: 9 }));
    await frame(20, liveCarOf(1, { receivedAt: 20, lat: 2 }));
    await frame(30, liveCarOf(1, { receivedAt: 20, lat: 2, offline: true }));
    await reaches(30);
    expect(live.car(7, 1)).toEqual(liveCarOf(1, { receivedAt: 20, lat: 2, offline: true }));
    expect(live.before(7, 1)).toMatchObject({ lat: 1 });
    expect(live.car(7, 2)).toEqual(liveCarOf(2, { receivedAt: 9 }));
    expect(live.before(7, 2)).toBeNull();
    expect(live.newestPositionAt()).toBe(20);
  });

  it('counts what is no frame and goes on', async () => {
    await publish('{');
    await publish('[]');
    await frame(10, liveCarOf(1));
    await reaches(10);
    expect(live.undecodable()).toBe(2);
    expect(live.failure()).toBeNull();
  });
});
