import { createListeners } from '@flagpost/map-layers/listeners';
import {
  boundedOrders,
  isUrgent,
  onScreen,
  screenName,
  waitingOrders,
  type OnScreen,
  type ReceivedOrders,
} from '@flagpost/telemetry/phone/shown-orders';
import * as sosModel from '@flagpost/telemetry/phone/sos';
import type { Entry, PhoneSignal } from '@flagpost/telemetry/phone/upload-queue';
import { createAlarm } from './alarm.js';
import type { Kept, PhoneDatabase } from './database.js';
import { postTo, type Posted } from './doors.js';
import { createDriverAnswers } from './driver-answers.js';
import { createOutbox, type Waiting } from './outbox.js';
import { createTestAnswers } from './test-answers.js';
import { followOrders, type OrdersFeed } from './orders-feed.js';
import { watchPositions, type ReceiverState } from './positions.js';
import { stayAwake } from './stay-awake.js';

/** A phone that drives: what it takes, stores, sends and shows. React only reads it. */

const TICK_MS = 250;
/** Ms for what waits: nobody sets this clock, as a driver does the phone's own. */
const steadyNow = (): number => performance.now();

export interface PhoneState {
  readonly receiver: ReceiverState;
  readonly accuracyM: number | null;
  /** When the door answered last for a position, by this phone's clock. */
  readonly heardAt: number | null;
  /** Every position of the last answer was refused because the phone's clock is ahead. */
  readonly isClockWrong: boolean;
  /** Fixes that wait. */
  readonly waiting: number;
  readonly waitingSignals: number;
  readonly isAwake: boolean;
  readonly isMuted: boolean;
  readonly isLinked: boolean;
  readonly orders: ReceivedOrders | null;
  /** What fills the screen; null for nothing. */
  readonly screen: OnScreen | null;
  readonly sos: sosModel.SosState;
  /** How long the page was in the background last, ms; null if it was not, or the driver has seen it. */
  readonly hiddenMs: number | null;
  /** The token has ended: another device has the car, or the event is over. */
  readonly isEnded: boolean;
  /** When OK or a hazard was reported last. */
  readonly reported: { readonly type: 'ok' | 'hazard'; readonly at: number } | null;
  readonly now: number;
}

export interface Phone {
  readonly state: () => PhoneState;
  readonly subscribe: (onChange: () => void) => () => void;
  confirm(orderId: number): void;
  /** The order is on the screen. */
  shown(orderId: number): void;
  confirmTest(testId: number): void;
  /** The test flag is on the screen. */
  shownTest(testId: number): void;
  /** The question whether the driver is well is on the screen. */
  asked(since: number): void;
  /** The driver is well. */
  answer(since: number): void;
  pressSos(): void;
  releaseSos(): void;
  cancelSos(): void;
  report(type: 'ok' | 'hazard'): void;
  unmute(): void;
  seenHidden(): void;
  stop(): void;
}

export interface PhoneParts {
  readonly database: PhoneDatabase;
  /** As the database has it now. */
  readonly kept: Kept;
  readonly queue: readonly Entry[];
  readonly token: string;
  readonly keep: (change: Partial<Kept>) => void;
}

const counted = ({ fixes, signals }: Waiting): Pick<PhoneState, 'waiting' | 'waitingSignals'> => ({
  waiting: fixes,
  waitingSignals: signals,
});

/** The SOS as a former page left it. */
const formerSos = ({ sos }: Kept): sosModel.SosState => ({ ...sosModel.NO_SOS, ...sos, heldSince: null });

/** Whether a former page left an SOS that is open, or something to send. */
export const isUnfinished = (kept: Kept, queue: readonly Entry[]): boolean => {
  const sos = formerSos(kept);
  const learned = kept.orders === null ? sos : sosModel.learned(sos, kept.orders.sos);
  return queue.length > 0 || sosModel.phaseOf(learned) !== 'none';
};

export const startPhone = ({ database, token, kept, queue, keep }: PhoneParts): Phone => {
  const listeners = createListeners();
  const answers = createDriverAnswers(kept, keep);
  const outbox = createOutbox({
    left: queue,
    store: (added, removed) => database.change(added, removed),
    post: (door, body) => postTo(door, token, body),
    now: steadyNow,
    onWaiting: (waiting) => set(counted(waiting)),
    onPosted: (posted, fixes) => heard(posted, fixes),
    onEnded: () => {
      set({ isEnded: true });
      quiet();
    },
  });
  const tests = createTestAnswers((body) => postTo('signals', token, body));
  let hiddenAt: number | null = null;
  const alarm = createAlarm((isMuted) => set({ isMuted }));
  let state: PhoneState = {
    receiver: 'waiting',
    accuracyM: null,
    heardAt: null,
    isClockWrong: false,
    ...counted(outbox.waiting()),
    isAwake: false,
    isMuted: alarm.isLocked(),
    isLinked: false,
    orders: null,
    screen: null,
    sos: formerSos(kept),
    hiddenMs: null,
    isEnded: false,
    reported: null,
    now: Date.now(),
  };

  const set = (change: Partial<PhoneState>): void => {
    state = { ...state, ...change };
    listeners.call();
  };
  const setSos = (sos: sosModel.SosState): void => {
    if (sos === state.sos) return;
    const isKept = sos.calledAt !== state.sos.calledAt || sos.wasKnown !== state.sos.wasKnown;
    set({ sos });
    if (isKept) keep({ sos });
    show();
  };

  const heard = ({ counts }: Posted, fixes: number): void => {
    if (fixes === 0 || counts === null) return;
    const ahead = counts.dropped['clockAhead'] ?? 0;
    set({ heardAt: Date.now(), isClockWrong: ahead >= fixes });
  };
  const say = (signal: PhoneSignal): void => outbox.addSignal(signal);

  /** Puts what waits on the screen, with its sound. */
  const show = (): void => {
    const { orders, sos } = state;
    const isInSos = sosModel.phaseOf(sos) !== 'none' && sosModel.phaseOf(sos) !== 'holding';
    const done = answers.done();
    const screen = orders === null ? null : onScreen(orders, done, isInSos);
    set({ screen });
    if (orders === null || screen === null) {
      alarm.sound(null);
      return;
    }
    const isLoud = screen.kind === 'question' || (screen.kind === 'order' && isUrgent(screen.order));
    // Also for what has just come and waits behind it.
    const newest = Math.max(0, ...waitingOrders(orders, done.confirmed).map(({ id }) => id));
    alarm.sound({ kind: isLoud ? 'urgent' : 'notice', of: `${screenName(screen)} ${newest}` });
  };
  const confirmAgain = (orders: ReceivedOrders): void => {
    for (const flagId of answers.confirmAgain(orders, steadyNow()))
      say({ type: 'flagConfirmed', t: Date.now(), flagId });
  };
  const onOrders = (orders: ReceivedOrders): void => {
    // First: an SOS that is kept as known to race control ends with orders that have none.
    keep({ orders: boundedOrders(orders) });
    answers.keepOnly(orders);
    set({ orders });
    setSos(sosModel.learned(state.sos, orders.sos));
    tests.keepOnly(orders.test?.id ?? null);
    show();
  };

  /** Calls for help once the button is held for long enough, and sends the call when it is due. */
  const followSos = (now: number): void => {
    const before = state.sos;
    setSos(sosModel.held(before, now));
    if (before.calledAt === null && state.sos.calledAt !== null) alarm.vibrate([400, 100, 400]);
    if (sosModel.isDue(state.sos, now)) {
      say({ type: 'sos', t: state.sos.calledAt ?? now });
      setSos(sosModel.sent(state.sos, now));
    }
  };
  const tick = (): void => {
    const now = Date.now();
    followSos(now);
    if (state.orders !== null) confirmAgain(state.orders);
    outbox.sendDue();
    tests.send(steadyNow());
    // After the clock was set back the age is counted anew, and does not stay 0 until the former time.
    set({ now, heardAt: state.heardAt === null ? null : Math.min(state.heardAt, now) });
  };

  const onOnline = (): void => {
    feed.retry();
    outbox.sendAll();
  };
  const onVisible = (): void => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else if (hiddenAt !== null) {
      set({ hiddenMs: Date.now() - hiddenAt });
      hiddenAt = null;
      onOnline();
    }
  };

  const feed: OrdersFeed = followOrders(token, kept.orders?.id ?? '', {
    onOrders,
    onConnected: (isLinked) => set({ isLinked }),
    onEnded: () => outbox.end(),
  });
  const stopPositions = watchPositions({
    onFix: (fix) => {
      outbox.addFix(fix);
      set({ accuracyM: fix.accuracyM ?? null });
    },
    onState: (receiver) => set({ receiver }),
  });
  const sleep = stayAwake((isAwake) => set({ isAwake }));
  const timer = setInterval(tick, TICK_MS);
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisible);
  /** No more of what only a car's device does. */
  const quiet = (): void => {
    stopPositions();
    sleep();
    alarm.sound(null);
    feed.stop();
    clearInterval(timer);
  };
  // What is not confirmed stands on the screen before there is a network.
  if (kept.orders !== null) onOrders(kept.orders);
  outbox.sendDue();

  return {
    state: () => state,
    subscribe: listeners.subscribe,
    confirm(flagId) {
      alarm.unlock();
      alarm.vibrate(80);
      answers.confirm(flagId, steadyNow());
      say({ type: 'flagConfirmed', t: Date.now(), flagId });
      show();
    },
    shown(flagId) {
      if (answers.show(flagId)) say({ type: 'flagShown', t: Date.now(), flagId });
    },
    confirmTest(testId) {
      alarm.unlock();
      alarm.vibrate(80);
      tests.say({ type: 'testConfirmed', testId });
      answers.confirmTest(testId);
      show();
    },
    shownTest(testId) {
      if (answers.showTest(testId)) tests.say({ type: 'testShown', testId });
    },
    asked(since) {
      if (answers.showQuestion(since)) say({ type: 'questionShown', t: Date.now(), since });
    },
    answer(since) {
      const now = Date.now();
      alarm.unlock();
      alarm.vibrate(80);
      answers.answer(since);
      say({ type: 'ok', t: now, since });
      set({ reported: { type: 'ok', at: now } });
      show();
    },
    pressSos() {
      alarm.unlock();
      alarm.vibrate(100);
      setSos(sosModel.pressed(state.sos, Date.now()));
    },
    releaseSos() {
      followSos(Date.now()); // the last tick may have come before the end of the hold
      setSos(sosModel.released(state.sos));
    },
    cancelSos() {
      const now = Date.now();
      if (!sosModel.mayCancel(state.sos, now)) return;
      setSos(sosModel.cancelled(state.sos, now));
      say({ type: 'sosCleared', t: now });
    },
    report(type) {
      const at = Date.now();
      alarm.unlock();
      alarm.vibrate(80);
      say({ type, t: at });
      set({ reported: { type, at } });
    },
    unmute: () => alarm.unlock(),
    seenHidden: () => set({ hiddenMs: null }),
    stop() {
      quiet();
      alarm.stop();
      window.removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
};
