import { io } from 'socket.io-client';
import {
  SOCKET_CHANNEL,
  SOCKET_JOIN,
  SOCKET_RECONNECT_MS,
  SOCKET_SNAPSHOT,
  SOCKET_TOKEN,
  type JoinRequest,
  type SocketAck,
  type SocketMessage,
} from '@flagpost/contracts';
import type { RaceStore } from '../state/race-store.js';
import { LANGUAGE } from '../../../shared/language.js';
import { readTokens } from '../../../shared/session/cookies.js';
import { renewTokens } from '../../../shared/session/renewal.js';
import { sessionEnded } from '../../../shared/session/slice.js';
import { ownsSession } from '../../../shared/session/tab.js';
import { readEventAnew } from '../api.js';
import type { LiveCars } from '../live-cars.js';
import { linkLost, linkOpened, linkRefused, selectLink } from '../state/link.js';
import { raceLeft, raceOpened } from '../state/messages.js';
import { applyMessage } from './apply-message.js';
import { eventBoxes } from './event-boxes.js';
import { createFieldMonitor } from './field-monitor.js';
import { syncCarAppearance } from './sync-car-appearance.js';
import { reportOverdueFlags } from './overdue-flags.js';
import { chooseTransport } from './link-transport.js';
import { createMessageSequencer } from './message-sequencer.js';
import { createRoomRequests } from './room-requests.js';
import { createTokenWatch } from './token-watch.js';

/** The only socket of the live map: joins, applies messages, reconnects by itself. */
export interface RaceLink {
  close(): void;
}

const ANSWER_WITHIN_MS = 10_000;
/** Some proxies accept a WebSocket and forward nothing: only a timeout detects that. */
const OPENS_WITHIN_MS = 8_000;
const TOKEN_LOOK_MS = 20_000;
const TAKEN_OFF_LOOK_MS = 5_000;

export const openRaceLink = (
  eventId: number,
  store: RaceStore,
  cars: LiveCars,
  openSocket: typeof io = io,
): RaceLink => {
  const { dispatch } = store;
  const sequencer = createMessageSequencer(eventId);
  const field = createFieldMonitor(eventBoxes(store, eventId));
  const request: JoinRequest = { eventId, positions: 'packed' };
  let retry: number | undefined;
  let isClosed = false;
  /** From polling to WebSocket: the link is not lost meanwhile. */
  let isSwitching = false;
  /** When the server was last heard, epoch ms by this device's clock. */
  let heardAt: number | null = null;
  /** Any message, including a heartbeat, advances the server's time. */
  const hear = (): void => {
    heardAt = Date.now();
    reportOverdueFlags(store, cars.serverNowMs(performance.now()));
  };

  const socket = openSocket(window.location.origin, {
    autoConnect: false,
    upgrade: false,
    timeout: OPENS_WITHIN_MS,
    reconnectionDelay: SOCKET_RECONNECT_MS,
    reconnectionDelayMax: SOCKET_RECONNECT_MS,
    randomizationFactor: 0,
    auth: (hand) => hand({ accessToken: readTokens()?.accessToken, language: LANGUAGE }),
  });

  const ask = async (verb: string, body: unknown): Promise<SocketAck | null> => {
    try {
      return (await socket.timeout(ANSWER_WITHIN_MS).emitWithAck(verb, body)) as SocketAck;
    } catch {
      return null;
    }
  };

  /** Messages may have been missed, changes of the event among them, which no snapshot contains. */
  let mayHaveMissed = true;
  /** A snapshot that was not asked for comes with a connect, or as the server itself may have missed some. */
  let isAsked = false;
  const snapshots = createRoomRequests(() => {
    isAsked = true;
    void ask(SOCKET_SNAPSHOT, request);
  });
  const eventReads = createRoomRequests(() => dispatch(readEventAnew()));

  const catchUp = (): void => {
    snapshots.settle();
    if (mayHaveMissed || !isAsked) eventReads.want();
    mayHaveMissed = false;
    isAsked = false;
  };

  const renew = async (): Promise<boolean> => {
    const renewal = await renewTokens();
    if (renewal === 'ended' && !isClosed) dispatch(sessionEnded());
    return renewal === 'renewed' && ownsSession(store);
  };

  /** socket.io does not reconnect if the server itself refused or ended the connection. */
  const comeBack = (): void => {
    window.clearTimeout(retry);
    retry = window.setTimeout(() => socket.connect(), SOCKET_RECONNECT_MS);
  };

  const lose = (): void => {
    sequencer.reset();
    mayHaveMissed = true;
    snapshots.settle();
    eventReads.settle();
    if (!isSwitching) dispatch(linkLost({ at: heardAt ?? Date.now() }));
  };

  const join = async (): Promise<void> => {
    const answer = await ask(SOCKET_JOIN, request);
    if (isClosed || answer?.ok === true) return;
    if (answer?.statusCode === 403 || answer?.statusCode === 404) {
      dispatch(linkRefused({ message: answer.message }));
      socket.disconnect();
      return;
    }
    socket.disconnect();
    comeBack();
  };

  const take = (arrived: SocketMessage): void => {
    const { apply, needsSnapshot } = sequencer.accept(arrived);
    let isWhole = !needsSnapshot;
    for (const message of apply) {
      if (message.type === 'SNAPSHOT') catchUp();
      if (applyMessage(message, { dispatch, cars, field, nowMs: performance.now() })) isWhole = false;
    }
    hear();
    mayHaveMissed ||= needsSnapshot;
    if (selectLink(store.getState()).phase === 'refused') socket.disconnect();
    else if (!isWhole) snapshots.want();
  };

  const tokens = createTokenWatch({
    renew,
    tell: async (accessToken) => {
      if (socket.connected) await ask(SOCKET_TOKEN, { accessToken });
    },
  });
  const look = window.setInterval(() => void tokens.look(), TOKEN_LOOK_MS);
  const drop = window.setInterval(() => cars.dropTakenOff(performance.now()), TAKEN_OFF_LOOK_MS);

  const transport = chooseTransport(socket, () => {
    isSwitching = true;
    socket.disconnect().connect();
    isSwitching = false;
  });

  socket.io.on('ping', hear);
  socket.on('connect', () => {
    hear();
    dispatch(linkOpened({ isSlow: transport.isSlow() }));
    tokens.told(readTokens()?.accessToken ?? null);
    void join();
  });
  socket.on(SOCKET_CHANNEL, take);
  socket.on('disconnect', (reason) => {
    if (isClosed) return;
    lose();
    if (reason === 'io server disconnect') void renew().then(() => !isClosed && comeBack());
  });
  socket.on('connect_error', (error: Error & { data?: { statusCode?: number } }) => {
    lose();
    if (socket.active) return;
    const renewed = error.data?.statusCode === 401 ? renew() : Promise.resolve(true);
    void renewed.then(() => !isClosed && comeBack());
  });

  dispatch(raceOpened({ eventId }));
  const unfollow = syncCarAppearance(store, cars);
  socket.connect();

  return {
    close() {
      isClosed = true;
      transport.stop();
      window.clearTimeout(retry);
      window.clearInterval(look);
      window.clearInterval(drop);
      snapshots.settle();
      eventReads.settle();
      unfollow();
      socket.disconnect();
      dispatch(raceLeft());
    },
  };
};
