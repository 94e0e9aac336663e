import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RACE, TOPICS, TOPIC_DEFINITIONS, type LiveFrame } from '@flagpost/contracts';
import { sqliteTopics } from '@flagpost/messaging/sqlite';
import type { Topics } from '@flagpost/messaging';
import { silentLogger } from '@flagpost/platform';
import { liveCar, until, virtualTime, type VirtualTime } from '@flagpost/testing';
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

const publish = (value: string, key = '7') => topics.publish(TOPICS.live, [{ key, value }]);
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
    await frame(10, liveCar(1, { receivedAt: 10, lat: 1 }), liveCar(2, { receivedAt: 9 }));
    await frame(20, liveCar(1, { receivedAt: 20, lat: 2 }));
    await frame(30, liveCar(1, { receivedAt: 20, lat: 2, offline: true }));
    await reaches(30);
    expect(live.car(7, 1)).toEqual(liveCar(1, { receivedAt: 20, lat: 2, offline: true }));
    expect(live.before(7, 1)).toMatchObject({ lat: 1 });
    expect(live.car(7, 2)).toEqual(liveCar(2, { receivedAt: 9 }));
    expect(live.before(7, 2)).toBeNull();
    expect(live.newestPositionAt()).toBe(20);
  });

  it('counts what is no frame and goes on', async () => {
    await publish('{');
    await publish('[]');
    await frame(10, liveCar(1));
    await reaches(10);
    await until('both to be set aside', () => live.undecodable() === 2);
    expect(live.failure()).toBeNull();
  });

  it('parses frames of watched events alone, and hands on those that come while it is watched', async () => {
    const parse = jest.spyOn(JSON, 'parse');
    const handed: number[] = [];
    const watched = new Set([8]);
    live.onFrame(
      ({ serverTime }) => handed.push(serverTime),
      (eventId) => watched.has(eventId),
    );
    const other = (serverTime: number) =>
      publish(JSON.stringify({ eventId: 8, serverTime, cars: [liveCar(9)] }), '8');
    await frame(10, liveCar(1, { receivedAt: 10, lat: 1 }));
    await frame(20, liveCar(1, { receivedAt: 20, lat: 2 }));
    await other(30);
    await until('the frame of the other event', () => handed.length === 1);
    expect([handed, parse.mock.calls.length]).toEqual([[30], 1]);

    watched.add(7);
    await frame(40, liveCar(2, { receivedAt: 40 }));
    await until('the frame after them', () => handed.length === 2);
    expect([handed, parse.mock.calls.length]).toEqual([[30, 40], 4]);
    expect(live.car(7, 1)).toMatchObject({ receivedAt: 20, lat: 2 });
    expect(live.before(7, 1)).toMatchObject({ lat: 1 });
    parse.mockRestore();
  });

  it('keeps the frames unread in which every car comes, and the last state of an event that has no more', async () => {
    const parse = jest.spyOn(JSON, 'parse');
    const SECONDS = 60;
    await publish(JSON.stringify({ eventId: 9, serverTime: 1, cars: [liveCar(90), liveCar(91)] }), '9');
    for (let second = 0; second < SECONDS; second++) {
      await frame(second, liveCar(second, { receivedAt: second }));
      await time.advance(1_000);
    }
    await frame(SECONDS, liveCar(SECONDS));
    await reaches(SECONDS);
    const wholeStateS = RACE.wholeStateEveryMs / 1_000;
    expect(live.car(7, SECONDS - wholeStateS - 1)).not.toBeNull();
    expect(live.car(7, SECONDS - 5 * wholeStateS)).toBeNull();
    expect(live.car(9, 91)).not.toBeNull();
    expect(parse.mock.calls.length).toBeLessThan(5 * wholeStateS);
    parse.mockRestore();
  });

  it('tells the newest position by the last frames, although they are unread', async () => {
    await frame(10, liveCar(1, { receivedAt: 500 }), liveCar(2, { receivedAt: null }));
    await frame(20, liveCar(2, { receivedAt: 400 }));
    await publish('{');
    await until('the newest position', () => live.newestPositionAt() === 500);
    expect(live.undecodable()).toBe(0);
  });

  it('sets aside at once what has the key of no event', async () => {
    await publish('{', 'seven');
    await until('it to be set aside', () => live.undecodable() === 1);
  });
});
