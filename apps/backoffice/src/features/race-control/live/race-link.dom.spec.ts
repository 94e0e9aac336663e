import { EventEmitter } from 'node:events';
import { afterEach, expect, it, jest } from '@jest/globals';
import type { io } from 'socket.io-client';
import { FLAGS, SOCKET_CHANNEL, type Snapshot, type SocketMessage } from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { aFlag, anAlert, aSnapshot, EVENT_ID } from '../../../testing/race-data.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { answerCalls } from '../../../testing/fetch.js';
import { raceApi } from '../api.js';
import { newOrder } from '../deliver-flag.js';
import { createLiveCars } from '../live-cars.js';
import { flagRequestFor } from '../send-flag.js';
import { sendingBegan, sendingOf } from '../state/flags.js';
import { selectLink } from '../state/link.js';
import { raceReducers } from '../state/reducers.js';
import { carShown } from '../state/view.js';
import { openRaceLink, type RaceLink } from './race-link.js';

/** A fake of socket.io's socket. */
const aSocket = () => {
  const manager = Object.assign(new EventEmitter(), { opts: {} });
  const socket = Object.assign(new EventEmitter(), {
    io: manager,
    active: true,
    connected: false,
    connect() {
      socket.connected = true;
      socket.emit('connect');
      return socket;
    },
    disconnect() {
      socket.connected = false;
      return socket;
    },
    timeout: () => ({ emitWithAck: () => Promise.resolve({ ok: true }) }),
  });
  return socket;
};

const numbered = (seq: number) => ({ eventId: EVENT_ID, streamId: 'stream', seq });

const links: RaceLink[] = [];
const opened = () => {
  const calls = answerCalls(() => ({ status: 200, body: [] }));
  const store = createRaceStore();
  const socket = aSocket();
  const link = openRaceLink(EVENT_ID, store, createLiveCars(), (() => socket) as unknown as typeof io);
  links.push(link);
  const hear = (message: SocketMessage): void => void socket.emit(SOCKET_CHANNEL, message);
  return {
    store,
    link,
    socket,
    calls,
    hear,
    snapshot: (changes: Partial<Snapshot> = {}) => hear({ type: 'SNAPSHOT', data: aSnapshot(changes) }),
  };
};

afterEach(() => {
  for (const link of links.splice(0)) link.close();
  jest.useRealTimers();
});

it('leaves nothing of its race behind but flags on their way, whose outcome is still asked for', () => {
  const { store, link, snapshot, socket } = opened();
  snapshot({ alerts: [anAlert(1)], flags: [aFlag(1, { StateId: FLAGS.red })] });
  store.dispatch(carShown(1));
  const order = newOrder(flagRequestFor(EVENT_ID, FLAGS.red, []));
  store.dispatch(sendingBegan({ ...order, by: null }));
  socket.emit('disconnect', 'ping timeout');
  link.close();
  expect(sendingOf(store.getState(), order.key)).toMatchObject(order);
  const fresh = createRaceStore().getState();
  const { flags, ...others } = store.getState();
  expect({ ...flags, sendings: [] }).toEqual(fresh.flags);
  const slices = Object.keys(raceReducers).filter((name) => name !== 'flags') as (keyof typeof others)[];
  for (const name of slices) expect(others[name]).toEqual(fresh[name]);
});

it('ends with an event that is deleted, and tells so', () => {
  const { store, hear, snapshot, socket } = opened();
  snapshot();
  hear({
    type: 'RACE_CONTROL',
    data: { ...numbered(1), action: 'eventDeleted' },
  });
  expect(selectLink(store.getState())).toMatchObject({ phase: 'refused', refusal: TEXTS.race.deleted });
  expect(socket.connected).toBe(false);
});

it('reads the event, its track and all that belongs to it anew wherever changes may have been missed', async () => {
  jest.useFakeTimers();
  const { store, hear, snapshot, socket, calls } = opened();
  await store.dispatch(raceApi.endpoints.route.initiate(EVENT_ID));
  const readsAfter = async (ms: number): Promise<number> => {
    await jest.advanceTimersByTimeAsync(ms);
    return calls.filter(({ path }) => path === `/api/circuitRoutes/${EVENT_ID}`).length;
  };
  // What the page has read may be older than the connection.
  snapshot();
  expect(await readsAfter(0)).toBe(1);
  expect(await readsAfter(6_000)).toBe(2);

  // A gap: not before the snapshot that closes it.
  hear({ type: 'DRIVER_ALERT', data: { ...numbered(3), alert: anAlert(1) } });
  expect(await readsAfter(6_000)).toBe(2);
  snapshot({ seq: 3 });
  expect(await readsAfter(6_000)).toBe(3);

  // A change that was told is read at once, and not again with the snapshot that it asks for.
  hear({ type: 'RACE_CONTROL', data: { ...numbered(4), action: 'eventChanged' } });
  expect(await readsAfter(0)).toBe(4);
  expect(await readsAfter(6_000)).toBe(4);
  snapshot({ seq: 4 });
  expect(await readsAfter(6_000)).toBe(4);

  socket.emit('disconnect', 'ping timeout');
  socket.connect();
  expect(await readsAfter(6_000)).toBe(4);
  snapshot();
  expect(await readsAfter(6_000)).toBe(5);

  // The server sends one by itself if it may have missed changes.
  snapshot();
  expect(await readsAfter(6_000)).toBe(6);
});
