import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FINISH_RADIUS_M, FLAGS, ITALY, ROLES, HOUR_MS, type Actor } from '@flagpost/contracts';
import { eventStream, type FlagpostEvent } from '@flagpost/domain';
import { createCommandHandler, type EventStore } from '@flagpost/event-sourcing';
import { tokenHash } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { startProjections } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import type { Records } from '@flagpost/records';
import { until } from '@flagpost/testing';
import type { Caller } from '../http/caller.js';
import type { CommandName } from '../commands.js';
import type { ApiDependencies } from '../dependencies.js';
import { projections } from '../projections.js';
import { memoryDependencies } from './harness.js';
import { mortal } from './mortal.js';
import { upcast } from '../upcast.js';
import { CommandMessageHandler } from '../dispatch/command.handler.js';
import { CommandMessage } from '../dispatch/command-message.js';

const CLUB = 1;
const DIRECTOR: Actor = { userId: 3, roles: [ROLES.director], clubId: CLUB };
const NO_PROVIDERS = {
  get: (): never => {
    throw new Error('There are no providers without Nest.');
  },
};

/** What outlives a process. */
export interface Installation {
  readonly store: EventStore;
  readonly records: Records;
  close(): Promise<void>;
}

/** A process of the api over an installation, killed at this step of its commands. */
const startProcess = async ({ store, records }: Installation, killAt = Infinity) => {
  const { isDead, death, step } = mortal(killAt);
  const { requestKeys, sequences } = records;
  const dependencies: ApiDependencies = {
    ...memoryDependencies(),
    clock: systemClock,
    scheduler: systemScheduler,
    readModels: memoryReadModels(),
    store: {
      ...store,
      append: (...append) => step(() => store.append(...append)),
      readStream: (...read) => step(() => store.readStream(...read)),
    },
    records: {
      ...records,
      sequences: { ...sequences, reserve: (...block) => step(() => sequences.reserve(...block)) },
      requestKeys: {
        ...requestKeys,
        find: (key) => step(() => requestKeys.find(key)),
        keep: (...answer) => step(() => requestKeys.keep(...answer)),
        reserve: (...reservation) => step(() => requestKeys.reserve(...reservation)),
        answer: (...answer) => step(() => requestKeys.answer(...answer)),
      },
    },
  };
  const projector = await startProjections({ ...dependencies, store, projections, upcast });
  await projector.caughtUp();
  const handle = createCommandHandler({ store: dependencies.store, upcast, ids: systemIds });
  const handler = new CommandMessageHandler(dependencies, handle, projector, NO_PROVIDERS);
  return {
    isDead,
    death,
    execute: async (name: CommandName, data: object, key: string, bodyHash = JSON.stringify(data)) => {
      const caller: Caller = {
        actor: DIRECTOR,
        correlationId: key,
        language: 'en',
        request: { key, bodyHash },
        onLag: () => undefined,
      };
      await projector.caughtUp();
      return handler.execute(new CommandMessage(name, data as never, caller));
    },
    stop: () => projector.stop(),
  };
};
type ApiProcess = Awaited<ReturnType<typeof startProcess>>;

let events = 0;
/** A published event that nobody else uses. */
const openEvent = async ({ store }: Installation): Promise<number> => {
  const eventId = (events += 1);
  const now = systemClock.now();
  const opening: readonly FlagpostEvent[] = [
    {
      type: 'EventCreated',
      data: {
        eventId,
        clubId: CLUB,
        name: `Rally ${eventId}`,
        startsAt: now - HOUR_MS,
        finishesAt: now + HOUR_MS,
        timeZone: 'Europe/Rome',
        countryId: ITALY,
        state: 'Piemonte',
        city: 'Alba',
        circuitName: 'Langhe',
        categoryIds: [1],
        finishRadiusM: FINISH_RADIUS_M.default,
        safetyCarDelayS: 0,
        plannerId: null,
        viewerId: null,
      },
    },
    { type: 'EventPublished', data: { eventId, language: 'en' } },
  ];
  const by = { actorId: 1, actorRoles: [], clubId: CLUB, correlationId: 'spec', causationId: null };
  await store.append(
    eventStream(eventId),
    opening.map(({ type, data }) => ({
      type,
      data,
      meta: { id: systemIds.uuid(), ...by, schemaVersion: upcast.currentVersion(type) },
    })),
    'noStream',
  );
  return eventId;
};

interface Case {
  readonly command: CommandName;
  /** The stream that it writes, and how many events. */
  readonly stream: string;
  readonly recorded: number;
  /** Carries out what it needs, and returns its data. */
  readonly prepare: (survivor: ApiProcess, eventId: number) => Promise<object>;
}

const yellow = (EventId: number) => ({ EventId, StateId: FLAGS.yellow, InvitationsSelected: [] });

const CASES: readonly Case[] = [
  { command: 'sendFlag', stream: 'control', recorded: 1, prepare: async (_, eventId) => yellow(eventId) },
  {
    command: 'clearFlags',
    stream: 'control',
    recorded: 1,
    async prepare(survivor, eventId) {
      await survivor.execute('sendFlag', yellow(eventId), `before ${eventId}`);
      return { eventId };
    },
  },
  // Nothing to clear: no stream holds anything of it.
  { command: 'clearFlags', stream: 'control', recorded: 0, prepare: async (_, eventId) => ({ eventId }) },
  { command: 'resetLaps', stream: 'control', recorded: 1, prepare: async (_, eventId) => ({ eventId }) },
  {
    command: 'startTimer',
    stream: 'timers',
    recorded: 1,
    async prepare(survivor, eventId) {
      const timer = { EventId: eventId, Title: 'Restart' };
      const { TimerId } = (await survivor.execute('createTimer', timer, `before ${eventId}`)) as {
        TimerId: number;
      };
      return { timerId: TimerId };
    },
  },
  // Ids that only the events hold.
  {
    command: 'savePois',
    stream: 'route',
    recorded: 1,
    prepare: async (_, eventId) => ({ eventId, pois: [{ description: 'Box', lat: 44, lng: 8 }] }),
  },
  // A creation, whose key is reserved first.
  {
    command: 'createTimer',
    stream: 'timers',
    recorded: 1,
    prepare: async (_, eventId) => ({ EventId: eventId, Title: 'Restart' }),
  },
];

/**
 * Kills a process before and after each call of a port that a command makes; one that lives beside it, and one that is
 * started after it, are asked again. To be called in a `describe`.
 */
export const killAtEachStep = (open: () => Promise<Installation>): void => {
  let installation: Installation;
  /** Lives on: knows every stream before the killed process writes to it, and is asked when that does not answer. */
  let survivor: ApiProcess;
  beforeAll(async () => {
    installation = await open();
    survivor = await startProcess(installation);
  });
  afterAll(async () => {
    await survivor.stop();
    await installation.close();
  });

  it.each(CASES.map((each) => [each.command, each.recorded, each] as const))(
    'leaves %s, recorded %i times, with one answer',
    async (command, recorded, { stream, prepare }) => {
      for (let killAt = 1, isOver = false; !isOver; killAt += 1) {
        const eventId = await openEvent(installation);
        const data = await prepare(survivor, eventId);
        const key = `key ${eventId}`;
        const dying = await startProcess(installation, killAt);
        let answer: unknown;
        const asked = dying.execute(command, data, key).then((given) => (answer = given));
        await Promise.race([asked, dying.death]);
        // The key is stored while the answer is on its way.
        const stored = { actorId: DIRECTOR.userId, key: tokenHash(key) };
        const isOpen = async () =>
          !dying.isDead() && !(await installation.records.requestKeys.isAnswered(stored));
        await until('a stored key or a death', async () => !(await isOpen()));

        const next = await startProcess(installation);
        const answers = [await survivor.execute(command, data, key), await next.execute(command, data, key)];
        if (answer !== undefined) answers.push(answer);
        expect([killAt, ...new Set(answers.map((each) => JSON.stringify(each)))]).toHaveLength(2);
        const written = await installation.store.readStream(`${stream}-${eventId}`);
        const ofCommand = written.filter(({ meta }) => meta.command?.name === command);
        expect([killAt, ofCommand.length]).toEqual([killAt, recorded]);
        for (const each of [survivor, next])
          await expect(each.execute(command, data, key, 'another body')).rejects.toMatchObject({
            code: 'keyReused',
          });
        isOver = !dying.isDead();
        await dying.stop();
        await next.stop();
      }
    },
  );
};
