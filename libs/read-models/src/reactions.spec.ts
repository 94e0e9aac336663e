import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createUpcast } from '@flagpost/event-sourcing';
import type { EventStore, Position } from '@flagpost/event-sourcing';
import { memoryEventStore } from '@flagpost/event-sourcing/memory';
import { silentLogger } from '@flagpost/platform';
import { until, virtualTime } from '@flagpost/testing';
import { PASSED, reaction, startReactions } from './reactions.js';
import type { Reaction, ReactionCheckpoints, Reactions } from './reactions.js';
import { append } from './testing/lap-count.js';
import type { LapEvent } from './testing/lap-count.js';

describe('reactions', () => {
  const time = virtualTime();
  let store: EventStore;
  let saved: Map<string, Position>;
  let checkpoints: ReactionCheckpoints;
  let running: Reactions | null;
  beforeEach(() => {
    store = memoryEventStore({ clock: time });
    saved = new Map();
    checkpoints = {
      load: async (name) => saved.get(name) ?? null,
      async advance(name, expected, position) {
        if ((saved.get(name) ?? null) !== expected) return false;
        saved.set(name, position);
        return true;
      },
    };
    running = null;
  });
  afterEach(async () => {
    await running?.stop();
    await store.close();
  });

  const start = (...reactions: readonly Reaction[]): Reactions => {
    const parts = {
      store,
      checkpoints,
      upcast: createUpcast(),
      logger: silentLogger,
      clock: time,
      scheduler: time,
    };
    running = startReactions({ ...parts, reactions });
    return running;
  };
  const lap = (timeMs: number): LapEvent => ({ type: 'LapCompleted', data: { car: 1, timeMs } });
  const entered: LapEvent = { type: 'CarEntered', data: { car: 1 } };

  /** Records laps; fails as often as requested. */
  const noting = (name: string, failures = 0): { reaction: Reaction; noted: number[] } => {
    const noted: number[] = [];
    let left = failures;
    return {
      noted,
      reaction: reaction<LapEvent>({
        name,
        on: {
          async LapCompleted({ data }) {
            noted.push(data.timeMs);
            if (left-- > 0) throw new Error('no connection');
          },
        },
      }),
    };
  };

  it('see each event once, in order, from the first on, over a restart', async () => {
    await append(store, entered, lap(1), lap(2));
    const { reaction: laps, noted } = noting('laps');
    const first = start(laps);
    await until('two events', () => noted.length === 2);
    await first.stop();
    await append(store, lap(3));
    start(laps);
    await append(store, lap(4));
    const head = await store.head();
    await until('the checkpoint at the head', () => saved.get('laps') === head);
    expect(noted).toEqual([1, 2, 3, 4]);
  });

  it.each(['without a handler', 'that their handler passes over'])(
    'save where they are once for a thousand events %s',
    async (which) => {
      await append(store, ...Array.from({ length: 2_999 }, () => entered), lap(1), entered);
      const positions: Position[] = [];
      checkpoints = { ...checkpoints, advance: async (_, __, position) => positions.push(position) > 0 };
      const { reaction: laps, noted } = noting('laps');
      const passing = { ...laps, on: { ...laps.on, CarEntered: async () => PASSED } };
      start(which === 'without a handler' ? laps : passing);
      await until('the third checkpoint', () => noted.length === 1 && positions.length === 3);
      const events = await store.readAll(null, 3_001);
      expect(positions).toEqual([999, 1_999, 2_999].map((index) => events[index]?.position));
    },
  );

  it('come back to an event until it is done, ever more slowly, and hold up no other', async () => {
    const failing = noting('failing', 8);
    const healthy = noting('healthy');
    const { health } = start(failing.reaction, healthy.reaction);
    await append(store, lap(1), lap(2));
    await until(
      'the healthy reaction and the first failure',
      () => healthy.noted.length === 2 && failing.noted.length === 1,
    );
    expect(health()).toEqual({ failing: expect.stringContaining('no connection'), healthy: null });
    expect(saved.has('failing')).toBe(false);
    for (const [seconds, calls] of [
      [1, 2],
      [2, 3],
      [4, 4],
      [8, 5],
      [16, 6],
      [32, 7],
      [60, 8],
    ] as const) {
      await time.advance(seconds * 1000 - 1);
      expect(failing.noted).toHaveLength(calls - 1);
      await time.advance(1);
      expect(failing.noted).toHaveLength(calls);
    }
    await time.advance(60_000);
    await until('the tenth call', () => failing.noted.length === 10);
    expect(failing.noted).toEqual([...Array.from({ length: 9 }, () => 1), 2]);
    await until('the checkpoints of both', () => saved.get('failing') === saved.get('healthy'));
    expect(health()).toEqual({ failing: null, healthy: null });
  });

  it('do again what was done when its checkpoint could not be saved before a kill', async () => {
    const { reaction: laps, noted } = noting('laps');
    const lost: ReactionCheckpoints = {
      ...checkpoints,
      advance: () => Promise.reject(new Error('disk full')),
    };
    await append(store, lap(1));
    const parts = {
      store,
      reactions: [laps],
      upcast: createUpcast(),
      logger: silentLogger,
      clock: time,
      scheduler: time,
    };
    const killed = startReactions({ ...parts, checkpoints: lost });
    await until('the failure', () => killed.health()['laps'] !== null);
    await killed.stop();
    start(laps);
    await until('the repetition', () => noted.length === 2);
    expect(noted).toEqual([1, 1]);
  });

  it('go on after their checkpoint, a second after their subscription failed', async () => {
    const { subscribeAll } = store;
    const begun: (Position | null)[] = [];
    /** Of the first subscription, which fails at the second lap. */
    let isCut = false;
    store = {
      ...store,
      subscribeAll(options) {
        if (begun.push(options.after) > 1) return subscribeAll(options);
        return subscribeAll({
          ...options,
          batchSize: 1,
          async onEvents(events) {
            if (isCut) throw new Error('the store is away');
            await options.onEvents(events);
            isCut = true;
          },
        });
      },
    };
    await append(store, lap(1), lap(2));
    const { reaction: laps, noted } = noting('laps');
    const { health } = start(laps);
    await until('the failure', () => health()['laps'] !== null);
    expect(health()).toEqual({ laps: 'Error: the store is away' });
    await time.advance(1_000);
    await until('the second lap', () => noted.length === 2);
    expect(noted).toEqual([1, 2]);
    expect(begun).toEqual([null, (await store.readAll(null, 1))[0]?.position]);
    expect(health()).toEqual({ laps: null });
  });

  it('begin once each, also those whose checkpoint could not be loaded at first', async () => {
    const { load } = checkpoints;
    let isAway = true;
    checkpoints = {
      ...checkpoints,
      async load(name) {
        if (name === 'late' && isAway) throw new Error('the records are away');
        return load(name);
      },
    };
    await append(store, lap(1));
    const late = noting('late');
    const healthy = noting('healthy');
    const { health, stop } = start(late.reaction, healthy.reaction);
    await until('the failure', () => health()['late'] !== null);
    await until('the lap of the other one', () => healthy.noted.length === 1);
    expect(health()).toEqual({ late: 'Error: the records are away', healthy: null });
    isAway = false;
    await time.advance(1_000);
    await until('the lap', () => late.noted.length === 1);
    await stop();
    await append(store, lap(2));
    await time.advance(60_000);
    expect([late.noted, healthy.noted]).toEqual([[1], [1]]);
  });

  it('of a former leader that wakes take nothing back, and go on where the leader is', async () => {
    const laps = noting('laps');
    let wake = (): void => undefined;
    const sleeping = new Promise<void>((resolve) => (wake = resolve));
    const former = reaction<LapEvent>({
      name: 'laps',
      on: {
        async LapCompleted({ data }) {
          await sleeping;
          laps.noted.push(data.timeMs);
        },
      },
    });
    const parts = {
      store,
      checkpoints,
      upcast: createUpcast(),
      logger: silentLogger,
      clock: time,
      scheduler: time,
    };
    const formerly = startReactions({ ...parts, reactions: [former] });
    await append(store, lap(1), lap(2), lap(3));
    start(laps.reaction);
    const head = await store.head();
    await until('the checkpoint of the leader', () => saved.get('laps') === head);
    wake();
    await until('the failure', () => formerly.health()['laps'] !== null);
    expect(saved.get('laps')).toBe(head);
    await time.advance(1_000);
    expect(formerly.health()).toEqual({ laps: null });
    expect(laps.noted).toEqual([1, 2, 3, 1]);
    await formerly.stop();
  });

  it('end without a failure if their handler ends as the program stops', async () => {
    let isAborted = false;
    const waiting = reaction<LapEvent>({
      name: 'waiting',
      on: {
        LapCompleted: (_, signal) =>
          new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => {
              isAborted = true;
              reject(new Error('stopped'));
            }),
          ),
      },
    });
    await append(store, lap(1));
    const { stop, health } = start(waiting);
    await time.advance(0);
    await stop();
    expect(isAborted).toBe(true);
    expect(health()).toEqual({ waiting: null });
    expect(saved.size).toBe(0);
  });

  it('stop while they wait to try again', async () => {
    const { reaction: failing, noted } = noting('failing', 1);
    const { stop } = start(failing);
    await append(store, lap(1));
    await until('the first call', () => noted.length === 1);
    await stop();
    await time.advance(60_000);
    expect(noted).toEqual([1]);
  });
});
