import {
  boundedOrders,
  forgotten,
  isUrgent,
  onScreen,
  screenName,
  waitingOrders,
  type OnScreen,
  type ReceivedOrders,
} from '@flagpost/telemetry/phone/shown-orders';
import * as sosModel from '@flagpost/telemetry/phone/sos';
import * as queueModel from '@flagpost/telemetry/phone/upload-queue';
import type { Change, PhoneSignal, UploadQueue } from '@flagpost/telemetry/phone/upload-queue';
import { createAlarm } from './alarm.js';
import type { Kept, PhoneDatabase } from './database.js';
import { postTo, type Posted } from './doors.js';
import { createTestAnswers } from './test-answers.js';
import { followOrders, type OrdersFeed } from './orders-feed.js';
import { watchPositions, type ReceiverState } from './positions.js';
import { stayAwake } from './stay-awake.js';

/** A phone that drives: what it takes, stores, sends and shows. React only reads it. */

const TICK_MS = 250;
/** Ms for what waits: nobody sets this clock, as a driver does the phone's own. */
const steadyNow = (): number => performance.now();
/** A confirmed order that the server still has after this is confirmed again: the first time did not arrive. */
const CONFIRM_AGAIN_MS = 10_000;

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
  readonly queue: readonly queueModel.Entry[];
  readonly token: string;
  readonly keep: (change: Partial<Kept>) => void;
}

const waitingIn = ({ fixes, signals }: UploadQueue): Pick<PhoneState, 'waiting' | 'waitingSignals'> => ({
  waiting: fixes.waiting.length,
  waitingSignals: signals.waiting.length,
});

/** The SOS as a former page left it. */
const formerSos = ({ sos }: Kept): sosModel.SosState => ({ ...sosModel.NO_SOS, ...sos, heldSince: null });

/** Whether a former page left an SOS that is open, or something to send. */
export const isUnfinished = (kept: Kept, queue: readonly queueModel.Entry[]): boolean => {
  const sos = formerSos(kept);
  const learned = kept.orders === null ? sos : sosModel.learned(sos, kept.orders.sos);
  return queue.length > 0 || sosModel.phaseOf(learned) !== 'none';
};

export const startPhone = ({ database, token, kept, queue: left, keep }: PhoneParts): Phone => {
  let queue = queueModel.queueOf(left);
  const listeners = new Set<() => void>();
  const shownIds = new Set(kept.shown);
  /** By `steadyNow`. */
  const confirmedAt = new Map(kept.confirmed.map((id) => [id, -Infinity]));
  const tests = createTestAnswers((body) => postTo('signals', token, body));
  let shownTest: number | null = null;
  let { asked, answered, tested } = kept;
  let isUploading = false;
  let isSignalling = false;
  let hiddenAt: number | null = null;
  let stored: Promise<void> = Promise.resolve();
  const alarm = createAlarm((isMuted) => set({ isMuted }));
  let state: PhoneState = {
    receiver: 'waiting',
    accuracyM: null,
    heardAt: null,
    isClockWrong: false,
    ...waitingIn(queue),
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
    for (const onChange of listeners) onChange();
  };
  const setSos = (sos: sosModel.SosState): void => {
    if (sos === state.sos) return;
    const isKept = sos.calledAt !== state.sos.calledAt || sos.wasKnown !== state.sos.wasKnown;
    set({ sos });
    if (isKept) keep({ sos });
    show();
  };

  /** What is stored before it is sent is found after a kill; what is deleted late is sent twice, which changes nothing. */
  const apply = (change: Change): Promise<void> => {
    queue = change.queue;
    const { waiting, waitingSignals } = waitingIn(queue);
    if (waiting !== state.waiting || waitingSignals !== state.waitingSignals)
      set({ waiting, waitingSignals });
    if (change.added.length + change.removed.length > 0)
      stored = stored
        .catch(() => undefined)
        .then(() => database.change(change.added, change.removed))
        // A full disk keeps the queue in memory: it is sent all the same.
        .catch(() => undefined);
    return stored;
  };
  const end = (next: UploadQueue): void => {
    if (next.ended && !state.isEnded) {
      set({ isEnded: true });
      quiet();
    }
  };

  const heard = ({ counts }: Posted, fixes: number): void => {
    if (fixes === 0 || counts === null) return;
    const ahead = counts.dropped['clockAhead'] ?? 0;
    set({ heardAt: Date.now(), isClockWrong: ahead >= fixes });
  };
  const upload = async (): Promise<void> => {
    const batch = queueModel.nextBatch(queue, steadyNow());
    if (isUploading || batch === null) return;
    isUploading = true;
    await stored;
    const posted = await postTo('positions', token, queueModel.linesOf(batch));
    isUploading = false;
    heard(posted, batch.fixes.length);
    void apply(queueModel.afterBatch(queue, batch, posted.answer, steadyNow()));
    end(queue);
    if (posted.answer.kind === 'taken') pump();
  };
  const signal = async (): Promise<void> => {
    const next = queueModel.nextSignal(queue, steadyNow());
    if (isSignalling || next === null) return;
    isSignalling = true;
    const { answer } = await postTo('signals', token, JSON.stringify(next.input));
    isSignalling = false;
    void apply(queueModel.afterSignal(queue, next.seq, answer, steadyNow()));
    end(queue);
    if (answer.kind === 'taken') pump();
  };
  const pump = (): void => {
    void upload();
    void signal();
  };
  const say = (given: PhoneSignal): void => {
    void apply(queueModel.takeSignal(queue, given));
    pump();
  };

  /** Puts what waits on the screen, with its sound. */
  const show = (): void => {
    const { orders, sos } = state;
    const isInSos = sosModel.phaseOf(sos) !== 'none' && sosModel.phaseOf(sos) !== 'holding';
    const done = { confirmed: new Set(confirmedAt.keys()), answered, tested };
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
    for (const { id } of orders.unconfirmed) {
      const at = confirmedAt.get(id);
      if (at === undefined || steadyNow() - at < CONFIRM_AGAIN_MS) continue;
      confirmedAt.set(id, steadyNow());
      say({ type: 'flagConfirmed', t: Date.now(), flagId: id });
    }
  };
  const onOrders = (orders: ReceivedOrders): void => {
    // First: an SOS that is kept as known to race control ends with orders that have none.
    keep({ orders: boundedOrders(orders) });
    for (const id of forgotten(orders, new Set(confirmedAt.keys()))) confirmedAt.delete(id);
    for (const id of shownIds) if (!orders.unconfirmed.some((order) => order.id === id)) shownIds.delete(id);
    set({ orders });
    setSos(sosModel.learned(state.sos, orders.sos));
    tests.keepOnly(orders.test?.id ?? null);
    keep({ confirmed: [...confirmedAt.keys()], shown: [...shownIds] });
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
    const due = queueModel.nextDue(queue);
    if (due !== null && due <= steadyNow()) pump();
    tests.send(steadyNow());
    // After the clock was set back the age is counted anew, and does not stay 0 until the former time.
    set({ now, heardAt: state.heardAt === null ? null : Math.min(state.heardAt, now) });
  };

  const onOnline = (): void => {
    queue = queueModel.afterOnline(queue);
    feed.retry();
    pump();
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
    onEnded: () => {
      queue = { ...queue, ended: true };
      end(queue);
    },
  });
  const stopPositions = watchPositions({
    onFix: (fix) => {
      void apply(queueModel.takeFix(queue, fix));
      set({ accuracyM: fix.accuracyM ?? null });
      pump();
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
  pump();

  return {
    state: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    confirm(flagId) {
      alarm.unlock();
      alarm.vibrate(80);
      confirmedAt.set(flagId, steadyNow());
      keep({ confirmed: [...confirmedAt.keys()] });
      say({ type: 'flagConfirmed', t: Date.now(), flagId });
      show();
    },
    shown(flagId) {
      if (shownIds.has(flagId)) return;
      shownIds.add(flagId);
      keep({ shown: [...shownIds] });
      say({ type: 'flagShown', t: Date.now(), flagId });
    },
    confirmTest(testId) {
      alarm.unlock();
      alarm.vibrate(80);
      tests.say({ type: 'testConfirmed', testId });
      tested = testId;
      keep({ tested });
      show();
    },
    shownTest(testId) {
      if (shownTest === testId) return;
      shownTest = testId;
      tests.say({ type: 'testShown', testId });
    },
    asked(since) {
      if (asked === since) return;
      asked = since;
      keep({ asked });
      say({ type: 'questionShown', t: Date.now(), since });
    },
    answer(since) {
      const now = Date.now();
      alarm.unlock();
      alarm.vibrate(80);
      answered = since;
      keep({ answered });
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
