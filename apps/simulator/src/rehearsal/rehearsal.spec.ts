import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { CheckCar, PositionInput } from '@flagpost/contracts';
import { until, virtualTime, type VirtualTime } from '@flagpost/testing';
import { createApiClient } from '../api-client.js';
import { fakeFlagpost, type Answer, type Asked, type FakeFlagpost } from '../testing/fake-flagpost.js';
import { startRehearsal } from './rehearsal.js';

const TOKEN_OF_CAR = /^\/api\/invitations\/(\d+)\/deviceToken$/;
const NOW = Date.UTC(2026, 5, 6, 12);
let time: VirtualTime;
let flagpost: FakeFlagpost;
let cars: Pick<CheckCar, 'InvitationId' | 'CarNumber' | 'Authorized' | 'HasDevice' | 'App'>[];
let line: { lat: number; lng: number }[];
let rehearsal: { stop(): void } | undefined;
let printed: string[];

const answerTo = ({ path }: Asked): Answer => {
  if (path.startsWith('/api/auth/')) return { json: { accessToken: 'token', refreshToken: 'refresh' } };
  if (path === '/api/events/7') return { json: { eveName: 'Rally Alba' } };
  if (path === '/api/circuitRoutes/7')
    return { json: { track: { pointsTrack: [{ Positions: line }], pointsMetaFinish: null } } };
  if (path === '/api/check/7') return { json: { Cars: cars } };
  const car = TOKEN_OF_CAR.exec(path)?.[1];
  if (car !== undefined) {
    const door = (name: string): string => `${flagpost.url}/ingest/${name}/car-${car}`;
    return { json: { doors: { positions: door('positions'), orders: door('orders') } } };
  }
  if (path.startsWith('/ingest/positions/')) return { json: { accepted: 1, dropped: {} } };
  return { status: 404, json: { statusCode: 404, message: 'Not found' } };
};

beforeEach(async () => {
  time = virtualTime(NOW);
  flagpost = await fakeFlagpost(answerTo);
  [cars, line, printed, rehearsal] = [
    [
      { InvitationId: 70, CarNumber: '1', Authorized: true, HasDevice: false, App: null },
      { InvitationId: 71, CarNumber: '2', Authorized: false, HasDevice: false, App: null },
    ],
    [
      { lat: 44.6, lng: 8.1 },
      { lat: 44.6, lng: 8.12 },
      { lat: 44.61, lng: 8.11 },
      { lat: 44.6, lng: 8.1 },
    ],
    [],
    undefined,
  ];
});
afterEach(async () => {
  rehearsal?.stop();
  await flagpost.stop();
});

const start = async (eventId = 7, replace = false): Promise<void> => {
  const account = { apiUrl: flagpost.url, email: 'planner@example.org', password: 'secret' };
  const api = createApiClient(account, time);
  const print = (sentence: string): void => void printed.push(sentence);
  rehearsal = await startRehearsal({ api, clock: time, scheduler: time, print }, { eventId, replace });
};
/** Of which cars, in order. */
const tokensMade = (): number[] =>
  flagpost.asked.flatMap(({ path }) => {
    const car = TOKEN_OF_CAR.exec(path)?.[1];
    return car === undefined ? [] : [Number(car)];
  });
const fixesOf = (car: number): PositionInput[] =>
  flagpost.asked
    .filter(({ path }) => path === `/ingest/positions/car-${car}?app=rehearsal`)
    .flatMap(({ body }) => body.split('\n').map((text) => JSON.parse(text) as PositionInput));

it('drives every competitor round the track at 1 Hz, authorised or not, each under a token of its own', async () => {
  await start();
  await until('the fixes of both', async () => {
    await time.advance(1_000);
    return fixesOf(70).length >= 5 && fixesOf(71).length >= 5;
  });
  const [first, second] = fixesOf(70);
  expect([first?.t, second?.t]).toEqual([NOW + 1_000, NOW + 2_000]);
  expect(first).toMatchObject({ speedKph: 90, accuracyM: 5 });
  expect(first?.lng).not.toBe(second?.lng);
  expect(flagpost.asked.some(({ path }) => path === '/ingest/orders/car-71')).toBe(true);
  expect(printed).toEqual(["The rehearsal of 'Rally Alba' runs: 2 cars drive. Stop with Ctrl+C."]);
  expect(tokensMade()).toEqual([70, 71]);
});

it('leaves out a car whose phone is connected, and drives those that a rehearsal has driven before', async () => {
  cars = [
    { InvitationId: 70, CarNumber: '1', Authorized: true, HasDevice: true, App: 'flagpost' },
    { InvitationId: 71, CarNumber: '2', Authorized: true, HasDevice: true, App: 'rehearsal' },
    { InvitationId: 72, CarNumber: '3', Authorized: true, HasDevice: false, App: null },
    { InvitationId: 73, CarNumber: '4', Authorized: true, HasDevice: true, App: null },
  ];
  await start();
  expect(tokensMade()).toEqual([71, 72]);
  expect(printed).toEqual([
    '2 cars are left out: they have devices of their own. With --replace they are driven too, and these devices end.',
    "The rehearsal of 'Rally Alba' runs: 2 cars drive. Stop with Ctrl+C.",
  ]);
});

it('drives also cars with devices of their own if it is told to replace them', async () => {
  cars = cars.map((car) => ({ ...car, HasDevice: true, App: 'flagpost' }));
  await expect(start()).rejects.toThrow(
    'All competitors of event 7 have devices of their own. With --replace they are driven, and these devices end.',
  );
  expect(tokensMade()).toEqual([]);
  await start(7, true);
  expect(tokensMade()).toEqual([70, 71]);
  expect(printed).toEqual(["The rehearsal of 'Rally Alba' runs: 2 cars drive. Stop with Ctrl+C."]);
});

it('says what is missing', async () => {
  await expect(start(8)).rejects.toThrow('There is no event 8.');
  line = [];
  await expect(start()).rejects.toThrow('Event 7 has no track to drive on.');
  line = [
    { lat: 44.6, lng: 8.1 },
    { lat: 44.6, lng: 8.12 },
  ];
  cars = [];
  await expect(start()).rejects.toThrow('Event 7 has no competitor who could drive.');
});
