import { DOOR, type Signal } from '@flagpost/contracts';
import {
  forgotten,
  onScreen,
  screenName,
  type OnScreen,
  type ReceivedOrders,
} from '@flagpost/telemetry/phone/shown-orders';
import {
  afterBatch,
  afterSignal,
  linesOf,
  nextBatch,
  nextDue,
  nextSignal,
  queueOf,
  takeFix,
  takeSignal,
  type Change,
  type DoorAnswer,
  type Entry,
} from '@flagpost/telemetry/phone/upload-queue';
import { ask, type Cluster, type World } from '@flagpost/testing/simulation';
import { deviceToken, RACE_MS } from './course.js';
import type { DeviceCall, IngestProgram } from './ingest-program.js';
import type { Line } from './phones.js';
import type { Program } from './simulated-race.js';

/** What was on the screen of a page, of which orders, and what its driver had confirmed by then. */
export interface Showing {
  readonly orders: ReceivedOrders;
  readonly screen: OnScreen;
  readonly confirmed: ReadonlySet<number>;
}

/**
 * The driver's page in a car, with its real queue and its real order of screens: it stores what it takes before it sends it, polls
 * the orders of the car, says what it showed, and has a driver who confirms everything in the end. Its browser may be killed; its phone
 * may sleep, and go on where it was; what it sends may arrive twice, the second time after what it sent later.
 */
export interface Page {
  add(line: Line): void;
  /** Everything that was put into its queue. */
  readonly taken: readonly Line[];
  /** Everything that a door acknowledged with 200. */
  readonly acknowledged: readonly Line[];
  /** Each screen, oldest first. */
  readonly showings: readonly Showing[];
  /** Nothing waits to be sent. */
  isEmpty(): boolean;
  /** The driver has confirmed all that the page knows of, and the server has that. */
  isCalm(): boolean;
}

/** What a killed browser leaves. */
interface Kept {
  readonly entries: Map<number, Entry>;
  readonly confirmed: Set<number>;
  readonly shown: Set<number>;
  asked: number | null;
  answered: number | null;
}

interface Browser {
  add(line: Line): void;
  isEmpty(): boolean;
  isCalm(): boolean;
  kill(): void;
}

const REQUEST_TIMEOUT_MS = 4_000;
const TWICE_SHARE = 0.05;
const ASLEEP_SHARE = 0.4;
const POLL_WAIT_S = 2;
const FAILED = { status: 0, body: '' };

const answerOf = (status: number): DoorAnswer => {
  if (status === 200) return { kind: 'taken' };
  if (status === 404) return { kind: 'ended' };
  if (status === 413) return { kind: 'tooLarge' };
  if (status === 429 || status === 503) return { kind: 'wait', retryAfterMs: DOOR.retryAfterS * 1_000 };
  return { kind: 'failed' };
};

const lineOf = (entry: Entry): Line => ('fix' in entry ? entry.fix : { signal: entry.signal as Signal });

export const startPage = (
  world: World,
  cluster: Cluster<Program>,
  ingests: readonly string[],
  car: number,
  isReachable: () => boolean,
  /** What a killed browser finds of its queue; as it was if left out. */
  found: (entries: readonly Entry[]) => readonly Entry[] = (entries) => entries,
): Page => {
  const { random } = world;
  const token = deviceToken(car);
  const taken: Line[] = [];
  const acknowledged: Line[] = [];
  const showings: Showing[] = [];
  const kept: Kept = {
    entries: new Map(),
    confirmed: new Set(),
    shown: new Set(),
    asked: null,
    answered: null,
  };

  const asleepFrom = random.between(2_000, RACE_MS - 15_000);
  const asleep = {
    from: world.now() + asleepFrom,
    to: world.now() + asleepFrom + (random.chance(ASLEEP_SHARE) ? random.between(2_000, 15_000) : 0),
  };
  const isAsleep = (): boolean => world.now() >= asleep.from && world.now() < asleep.to;
  /** Nothing happens in a phone that sleeps; what should have happened does when it wakes. */
  const awake = (what: string, act: () => void): void => {
    if (isAsleep()) world.after(asleep.to - world.now(), `${what} when it wakes`, act);
    else act();
  };
  const wakes = (): Promise<void> => new Promise((resolve) => awake(`page of car ${car} goes on`, resolve));

  const knock = async (call: DeviceCall): Promise<{ readonly status: number; readonly body: string }> => {
    if (!isReachable()) return FAILED;
    const program = (found: Program) => (found as IngestProgram).knock(call);
    const answer = await ask(world, cluster, random.pick(ingests), REQUEST_TIMEOUT_MS, program).catch(
      () => FAILED,
    );
    await wakes();
    return answer;
  };
  const post = (door: string, body: string) => {
    const call: DeviceCall = { method: 'POST', url: `/ingest/${door}/${token}`, body };
    if (random.chance(TWICE_SHARE))
      world.after(
        random.between(10, 5_000),
        `something repeats what the page of car ${car} sent`,
        () => void knock(call),
      );
    return knock(call);
  };

  const open = (): Browser => {
    let isKilled = false;
    let queue = queueOf([...kept.entries.values()]);
    let orders: ReceivedOrders | null = null;
    let screen: OnScreen | null = null;
    let isUploading = false;
    let isSignalling = false;
    let pumpTimer: { cancel(): void } | null = null;
    /** Nothing happens in a browser that was killed. */
    const after = (ms: number, what: string, act: () => void) =>
      world.after(ms, `page of car ${car} ${what}`, () =>
        awake(`page of car ${car} ${what}`, () => {
          if (!isKilled) act();
        }),
      );

    const apply = (change: Change): void => {
      for (const entry of change.added) {
        kept.entries.set(entry.seq, entry);
        taken.push(lineOf(entry));
      }
      for (const seq of change.removed) kept.entries.delete(seq);
      ({ queue } = change);
    };
    const upload = async (): Promise<void> => {
      const batch = nextBatch(queue, world.now());
      if (isUploading || batch === null) return;
      isUploading = true;
      const answer = answerOf((await post('positions', linesOf(batch))).status);
      if (isKilled) return;
      isUploading = false;
      if (answer.kind === 'taken') {
        acknowledged.push(...batch.signals.map(({ input }) => ({ signal: input as Signal })));
        acknowledged.push(...batch.fixes.map(({ input }) => input));
      }
      apply(afterBatch(queue, batch, answer, world.now()));
      pump();
    };
    const signal = async (): Promise<void> => {
      const next = nextSignal(queue, world.now());
      if (isSignalling || next === null) return;
      isSignalling = true;
      const answer = answerOf((await post('signals', JSON.stringify(next.input))).status);
      if (isKilled) return;
      isSignalling = false;
      if (answer.kind === 'taken') acknowledged.push({ signal: next.input as Signal });
      apply(afterSignal(queue, next.seq, answer, world.now()));
      pump();
    };
    const pump = (): void => {
      void upload();
      void signal();
      pumpTimer?.cancel();
      const due = nextDue(queue);
      pumpTimer = due !== null && due > world.now() ? after(due - world.now(), 'tries again', pump) : null;
    };
    const say = (given: Omit<Signal, 't'>): void => {
      apply(takeSignal(queue, { t: world.now(), ...given }));
      pump();
    };

    const show = (): void => {
      const before = screen;
      screen = orders === null ? null : onScreen(orders, { ...kept, tested: null }, orders.sos !== null);
      if (screen === null || orders === null) return;
      const isNew = before === null || screenName(before) !== screenName(screen);
      if (!isNew) return;
      showings.push({ orders, screen, confirmed: new Set(kept.confirmed) });
      if (screen.kind === 'order') showOrder(screen.order.id);
      if (screen.kind === 'question') showQuestion(screen.question.since);
    };
    const showOrder = (flagId: number): void => {
      if (!kept.shown.has(flagId)) {
        kept.shown.add(flagId);
        say({ type: 'flagShown', flagId });
      }
      after(random.between(200, 3_000), `confirms ${flagId}`, () => {
        if (screen?.kind !== 'order' || screen.order.id !== flagId) return;
        kept.confirmed.add(flagId);
        say({ type: 'flagConfirmed', flagId });
        show();
      });
    };
    const showQuestion = (since: number): void => {
      if (kept.asked !== since) {
        kept.asked = since;
        say({ type: 'questionShown', since });
      }
      const late = random.chance(0.2);
      after(late ? random.between(31_000, 36_000) : random.between(500, 8_000), 'is answered', () => {
        if (screen?.kind !== 'question' || screen.question.since !== since) return;
        kept.answered = since;
        say({ type: 'ok', since });
        show();
      });
    };

    const receive = (received: ReceivedOrders): void => {
      orders = received;
      for (const id of forgotten(received, kept.confirmed)) kept.confirmed.delete(id);
      show();
    };
    const poll = async (): Promise<void> => {
      const newest = orders === null ? '' : `&after=${orders.id}`;
      const url = `/ingest/orders/${token}?wait=${POLL_WAIT_S}${newest}`;
      const { status, body } = await knock({ method: 'GET', url, body: '' });
      if (isKilled) return;
      if (status === 200) receive(JSON.parse(body) as ReceivedOrders);
      after(status === 200 ? 1 : random.between(300, 1_000), 'asks for orders', () => void poll());
    };

    after(random.between(0, 500), 'asks for orders', () => void poll());
    pump();
    return {
      add({ signal: said, t = world.now(), lat, lng }) {
        if (said !== undefined) say(said);
        if (lat === undefined || lng === undefined) return;
        apply(takeFix(queue, { t, lat, lng }));
        pump();
      },
      isEmpty: () => kept.entries.size === 0,
      isCalm: () => orders?.unconfirmed.length === 0 && screen === null,
      kill() {
        isKilled = true;
      },
    };
  };

  let browser = open();
  if (random.chance(0.4))
    world.after(random.between(2_000, RACE_MS), `the browser of car ${car} is killed`, () => {
      browser.kill();
      const entries = found([...kept.entries.values()]);
      kept.entries.clear();
      for (const entry of entries) kept.entries.set(entry.seq, entry);
      browser = open();
    });
  return {
    taken,
    acknowledged,
    showings,
    add(line) {
      // A page in the background has no position; what its driver presses is pressed when the phone wakes.
      if (line.signal === undefined && isAsleep()) return;
      awake(`car ${car} is pressed`, () => browser.add(line));
    },
    isEmpty: () => browser.isEmpty(),
    isCalm: () => browser.isCalm(),
  };
};
