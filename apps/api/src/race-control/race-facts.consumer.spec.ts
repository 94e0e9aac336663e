import { afterEach, describe, expect, it } from '@jest/globals';
import { TOPICS, TOPIC_DEFINITIONS, type RaceFact } from '@flagpost/contracts';
import { controlStream, eventDecider, eventStream, lapsStream, raceControlDecider } from '@flagpost/domain';
import { createCommandHandler, type EventStore, type Position } from '@flagpost/event-sourcing';
import { startProjections, type ReadModels } from '@flagpost/read-models';
import { until, virtualTime } from '@flagpost/testing';
import { projections } from '../projections.js';
import { confirmedFact, lapFact, sosClearedFact, sosFact } from '../testing/facts.js';
import { memoryDependencies, NOW } from '../testing/harness.js';
import { clubDetails } from '../testing/race-fixture.js';
import { upcast } from '../upcast.js';
import { FACTS_GROUP } from '../stored-names.js';
import { consumeRaceFacts } from './race-facts.consumer.js';
import { lapRows } from '../views/laps.projection.js';

const EVENT = 7;
const details = {
  ...clubDetails('Rally Alba'),
  clubId: 1,
  circuitName: 'Langhe',
  startsAt: NOW,
  finishesAt: NOW + 3_600_000,
  timeZone: 'Europe/Rome',
  categoryIds: [1],
  finishRadiusM: 30,
  safetyCarDelayS: 7,
  plannerId: null,
  viewerId: null,
};
const context = { actorId: 1, actorRoles: [], clubId: 1, correlationId: 'spec', commandId: 'create' };

/** A consumer over a store whose next appends to `failing` streams fail. */
const aRecorder = async () => {
  const time = virtualTime(NOW);
  const dependencies = memoryDependencies(time);
  const failures = new Map<string, number>();
  const append: EventStore['append'] = (stream, events, expected) => {
    const left = failures.get(stream) ?? 0;
    failures.set(stream, left - 1);
    return left > 0
      ? Promise.reject(new Error('disk full'))
      : dependencies.store.append(stream, events, expected);
  };
  const store: EventStore = { ...dependencies.store, append };
  const gate = { held: Promise.resolve(), open: (): void => undefined, stuck: false };
  const readModels: ReadModels = {
    ...dependencies.readModels,
    view<T>(name: string) {
      const view = dependencies.readModels.view<T>(name);
      return {
        ...view,
        async put(...written: Parameters<typeof view.put>) {
          await gate.held;
          return view.put(...written);
        },
      };
    },
  };
  const projector = await startProjections({ ...dependencies, readModels, projections, upcast });
  const handle = createCommandHandler({ store, upcast, ids: dependencies.ids });
  const create = { type: 'createEvent', eventId: EVENT, details, now: NOW } as const;
  await handle(eventStream(EVENT), eventDecider, create, context);
  await projector.caughtUp();
  await dependencies.topics.define(TOPIC_DEFINITIONS);
  const consumer = consumeRaceFacts(dependencies, handle, {
    caughtUp() {
      if (gate.stuck) return Promise.resolve(false);
      gate.open();
      return projector.caughtUp();
    },
  });

  const publish = (...values: readonly (RaceFact | string | null)[]) =>
    dependencies.topics.publish(
      TOPICS.facts,
      values.map((value) => ({
        key: 'car',
        value: typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      })),
    );
  const types = async (stream: string) =>
    (await dependencies.store.readStream(stream)).map(({ type }) => type);
  return {
    time,
    dependencies,
    projector,
    consumer,
    failures,
    handle,
    /** Holds the views back until the consumer waits for them. */
    holdViews() {
      gate.held = new Promise((resolve) => {
        gate.open = resolve;
      });
    },
    /** Stops the views for good; waiting for them fails from now on. */
    stopViews() {
      gate.held = new Promise((resolve) => {
        gate.open = resolve;
      });
      gate.stuck = true;
    },
    publish,
    types,
    taken: () =>
      until(
        'all facts to be taken',
        async () => (await dependencies.topics.lag(TOPICS.facts, FACTS_GROUP)).messages === 0,
      ),
    async close() {
      gate.open();
      await consumer.stop();
      await projector.stop();
      await Promise.all([
        dependencies.store.close(),
        dependencies.topics.close(),
        dependencies.records.close(),
      ]);
    },
  };
};

let running: Awaited<ReturnType<typeof aRecorder>>;
afterEach(() => running.close());

const of = (invitationId: number, receivedAt: number, eventId = EVENT) => ({
  eventId,
  invitationId,
  receivedAt,
});

describe('the consumer of race facts', () => {
  it('records each fact once, with the time that the race gave it and nobody as its actor', async () => {
    running = await aRecorder();
    const facts = [lapFact(of(1, NOW + 1), 1), sosFact(of(2, NOW + 2)), sosClearedFact(of(2, NOW + 900))];
    await running.publish(...facts);
    await running.publish(...facts);
    await running.taken();
    const [lap, ...laps] = await running.dependencies.store.readStream(lapsStream(1));
    expect(laps).toEqual([]);
    expect(lap).toMatchObject({
      type: 'LapRecorded',
      occurredAt: NOW + 1 - 500,
      meta: { actorId: null, clubId: 1, causationId: 'lap-1-1' },
    });
    expect(await running.types(controlStream(EVENT))).toEqual(['SosRaised', 'SosCleared']);
  });

  it('keeps what an event stated that the views lack while they are built anew', async () => {
    running = await aRecorder();
    const { dependencies, consumer, time, types } = running;
    const events = dependencies.readModels.view<object>('events');
    const event = await events.get(EVENT);
    await dependencies.readModels.drop('events', 1, ['events']);
    await running.publish(sosFact(of(1, NOW + 1)));
    await time.advance(1_000);
    await events.put(EVENT, event ?? {}, '1' as Position);
    await until('the fact in the log', async () => {
      await time.advance(500);
      return (await types(controlStream(EVENT))).length > 0;
    });
    await running.taken();
    expect(consumer.skipped()).toBe(0);
    expect(await types(controlStream(EVENT))).toEqual(['SosRaised']);
  });

  it('counts and leaves what can never be recorded', async () => {
    running = await aRecorder();
    await running.publish(
      '{"type":"lapCompleted"',
      '{"type":"lapCompleted","id":"x"}',
      null,
      sosFact(of(1, NOW + 1, 999)),
      sosFact(of(2, NOW + 2)),
    );
    await running.taken();
    expect(running.consumer.skipped()).toBe(4);
    expect(await running.types(controlStream(EVENT))).toEqual(['SosRaised']);
    expect(await running.types(controlStream(999))).toEqual([]);
    expect(running.consumer.failure()).toBeNull();
  });

  it('records no lap of an epoch that a reset has ended, though the views do not show it yet', async () => {
    running = await aRecorder();
    const reset = { type: 'resetLaps', eventId: EVENT, by: 1, now: NOW + 10, race: details } as const;
    running.holdViews();
    await running.handle(controlStream(EVENT), raceControlDecider, reset, { ...context, commandId: 'reset' });
    await running.publish(lapFact(of(1, NOW + 11), 1), lapFact(of(2, NOW + 9), 1));
    await running.taken();
    expect(await running.types(lapsStream(1))).toEqual([]);
    expect(await running.types(lapsStream(2))).toEqual(['LapRecorded']);
  });

  it('shows no lap of an epoch that had ended when it was received, though it was recorded before the reset', async () => {
    running = await aRecorder();
    await running.publish(lapFact(of(1, NOW + 9), 1), lapFact(of(1, NOW + 11), 2));
    await running.taken();
    const reset = { type: 'resetLaps', eventId: EVENT, by: 1, now: NOW + 10, race: details } as const;
    await running.handle(controlStream(EVENT), raceControlDecider, reset, { ...context, commandId: 'reset' });
    await running.projector.caughtUp();
    expect(
      (await lapRows(running.dependencies.readModels, { eventId: EVENT })).map(({ Lap }) => Lap),
    ).toEqual([1]);
  });

  it('records no lap of an epoch that a reset has ended, though the views have halted', async () => {
    running = await aRecorder();
    const reset = { type: 'resetLaps', eventId: EVENT, by: 1, now: NOW + 10, race: details } as const;
    running.stopViews();
    await running.handle(controlStream(EVENT), raceControlDecider, reset, { ...context, commandId: 'reset' });
    await running.publish(lapFact(of(1, NOW + 11), 1), lapFact(of(2, NOW + 9), 1));
    await running.taken();
    expect(await running.types(lapsStream(1))).toEqual([]);
    expect(await running.types(lapsStream(2))).toEqual(['LapRecorded']);
  });

  it('decides nothing where there is nothing to confirm or to clear', async () => {
    running = await aRecorder();
    await running.publish(confirmedFact(of(1, NOW + 1), null), sosClearedFact(of(1, NOW + 2)));
    await running.taken();
    expect(running.consumer.skipped()).toBe(0);
    expect(await running.types(controlStream(EVENT))).toEqual([]);
  });

  it('tries until the store takes a fact, holding up no other stream and keeping the order of this one', async () => {
    running = await aRecorder();
    const { failures, time, types } = running;
    failures.set(lapsStream(1), 3);
    await running.publish(lapFact(of(1, NOW + 1), 1), lapFact(of(1, NOW + 2), 2), lapFact(of(2, NOW + 3), 1));
    await until('the lap of the other car', async () => (await types(lapsStream(2))).length > 0);
    expect(await types(lapsStream(1))).toEqual([]);
    await until('both laps of the car', async () => {
      await time.advance(500);
      return (await types(lapsStream(1))).length === 2;
    });
    await running.taken();
    const laps = await running.dependencies.store.readStream(lapsStream(1));
    expect(laps.map(({ data }) => (data as { lap: number }).lap)).toEqual([1, 2]);
  });

  it('stops also while it waits for views that are away', async () => {
    running = await aRecorder();
    const { dependencies, handle, consumer, types } = running;
    await consumer.stop();
    let isWaiting = false;
    const waiting = consumeRaceFacts(dependencies, handle, {
      caughtUp() {
        isWaiting = true;
        return new Promise(() => undefined);
      },
    });
    await running.publish(lapFact(of(1, NOW + 1), 1), lapFact(of(1, NOW + 2), 2));
    await until('the wait for the views', () => isWaiting);
    await waiting.stop();
    expect(await types(lapsStream(1))).toEqual([]);
    expect(await dependencies.topics.lag(TOPICS.facts, FACTS_GROUP)).toEqual({ messages: 2 });
  });

  it('commits nothing of a batch that it was stopped in: it comes again', async () => {
    running = await aRecorder();
    const { failures, dependencies, consumer, types } = running;
    failures.set(lapsStream(1), 1_000);
    await running.publish(lapFact(of(1, NOW + 1), 1), lapFact(of(2, NOW + 1), 1));
    await until('the lap of the other car', async () => (await types(lapsStream(2))).length > 0);
    await consumer.stop();
    expect(await dependencies.topics.lag(TOPICS.facts, FACTS_GROUP)).toEqual({ messages: 2 });

    const handle = createCommandHandler({ store: dependencies.store, upcast, ids: dependencies.ids });
    const again = consumeRaceFacts(dependencies, handle, { caughtUp: () => Promise.resolve(true) });
    await running.taken();
    await again.stop();
    expect(await types(lapsStream(1))).toEqual(['LapRecorded']);
    expect(await types(lapsStream(2))).toEqual(['LapRecorded']);
  });
});
