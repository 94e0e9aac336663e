import { EventEmitter } from 'node:events';
import { afterEach, expect, it } from '@jest/globals';
import type { io } from 'socket.io-client';
import { FLAGS, SOCKET_CHANNEL, type Snapshot, type SocketMessage } from '@flagpost/contracts';
import { createStore } from '../../../app/store.js';
import { aFlag, anAlert, aSnapshot, EVENT_ID } from '../../../testing/race-data.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { answerCalls } from '../../../testing/fetch.js';
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

const links: RaceLink[] = [];
const opened = () => {
  answerCalls(() => ({ status: 200, body: [] }));
  const store = createStore();
  const socket = aSocket();
  const link = openRaceLink(EVENT_ID, store, createLiveCars(), (() => socket) as unknown as typeof io);
  links.push(link);
  const hear = (message: SocketMessage): void => void socket.emit(SOCKET_CHANNEL, message);
  return {
    store,
    link,
    socket,
    hear,
    snapshot: (changes: Partial<Snapshot> = {}) => hear({ type: 'SNAPSHOT', data: aSnapshot(changes) }),
  };
};

afterEach(() => {
  for (const link of links.splice(0)) link.close();
});

it('leaves nothing of its race behind but flags on their way, whose outcome is still asked for', () => {
  const { store, link, snapshot, socket } = opened();
  snapshot({ alerts: [anAlert(1)], flags: [aFlag(1, { StateId: FLAGS.red })] });
  store.dispatch(carShown(1));
  const order = newOrder(flagRequestFor(EVENT_ID, FLAGS.red, []));
  store.dispatch(sendingBegan(order));
  socket.emit('disconnect', 'ping timeout');
  link.close();
  expect(sendingOf(store.getState(), order.key)).toMatchObject(order);
  const fresh = createStore().getState();
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
    data: { eventId: EVENT_ID, streamId: 'stream', seq: 1, action: 'eventDeleted' },
  });
  expect(selectLink(store.getState())).toMatchObject({ phase: 'refused', refusal: TEXTS.race.deleted });
  expect(socket.connected).toBe(false);
});
