import { FINISH_RADIUS_M, ITALY, DAY_MS, type InvitationMailOutcome } from '@flagpost/contracts';
import { eventStream, invitationStream, type FlagpostEvent } from '@flagpost/domain';
import { createCommandHandler, type EventStore } from '@flagpost/event-sourcing';
import { startProjections } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { until } from '@flagpost/testing';
import { seededRandom, type Random } from '@flagpost/testing/simulation';
import type { VirtualTime } from '@flagpost/testing/virtual-time';
import type { Mail } from '../mail/mailer.js';
import type { ApiDependencies } from '../dependencies.js';
import { projections } from '../projections.js';
import { reacting } from '../reactions.js';
import { upcast } from '../upcast.js';
import { memoryDependencies, NOW } from './harness.js';
import { mortal } from './mortal.js';

const EVENT_ID = 1;
const CATEGORY_ID = 1;
const CLUB_ID = 1;
const FIRST_CAR = 101;

/** Faults of the mail server for one mail. */
type Fault = 'unreachable' | 'addressLater' | 'textLater' | 'answerLost' | null;

export interface Mailing {
  readonly time: VirtualTime;
  readonly cars: readonly number[];
  /** The mails whose text was handed over, oldest first. */
  readonly delivered: readonly { readonly car: number; readonly at: number }[];
  /** How many processes were killed. */
  kills(): number;
  /** Cars whose mail has an unknown outcome: its text was begun, and no process recorded how that ended. */
  uncertain(): readonly number[];
  /** By car, as it is recorded. */
  outcomes(): Promise<ReadonlyMap<number, InvitationMailOutcome>>;
  /**
   * Publishes an event with all these cars, and lets processes send the mails, each killed at its step of these, until one
   * that is not killed has recorded how every mail ended.
   */
  publish(killAt: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

const failure = (of: { responseCode?: number; command?: string; code?: string }): Error =>
  Object.assign(new Error('the mail server failed'), of);

/**
 * The reactions of the api with the sender of invitations, over a log and records that outlive their process, on virtual
 * time, and with a mail server that is a list.
 *
 * @param random draws faults of the mail server; left out: it has none
 */
export const startMailing = async (
  count: number,
  environment: Record<string, string> = {},
  random?: Random,
): Promise<Mailing> => {
  const dependencies = memoryDependencies(undefined, environment);
  const { store, records, clock } = dependencies;
  const time = clock as VirtualTime;
  const cars = Array.from({ length: count }, (_, index) => FIRST_CAR + index);
  const delivered: { car: number; at: number }[] = [];
  let processes = 0;
  let kills = 0;
  /** By car, the process that began its text, and the one that recorded how it ended. */
  const begunBy = new Map<number, number>();
  const settledBy = new Map<number, number>();
  const lost = new Set<number>();

  const append = async (stream: string, { type, data }: FlagpostEvent): Promise<void> => {
    const by = { actorId: 1, actorRoles: [], clubId: CLUB_ID, correlationId: 'spec', causationId: null };
    const meta = { id: dependencies.ids.uuid(), ...by, schemaVersion: upcast.currentVersion(type) };
    await store.append(stream, [{ type, data, meta }], 'any');
  };
  await append(eventStream(EVENT_ID), {
    type: 'EventCreated',
    data: {
      eventId: EVENT_ID,
      clubId: CLUB_ID,
      name: 'Rally Alba',
      startsAt: NOW + DAY_MS,
      finishesAt: NOW + 9 * DAY_MS,
      timeZone: 'Europe/Rome',
      countryId: ITALY,
      state: 'Piemonte',
      city: 'Alba',
      circuitName: 'Langhe',
      categoryIds: [CATEGORY_ID],
      finishRadiusM: FINISH_RADIUS_M.default,
      safetyCarDelayS: 0,
      plannerId: null,
      viewerId: null,
    },
  });
  for (const car of cars) {
    const person = { id: car, name: 'A', surname: 'B', phone: null, bloodType: null, avatar: null };
    await records.people.put({ ...person, email: `car${car}@example.org` });
    const entry = { categoryId: CATEGORY_ID, carNumber: null, brand: null, model: null, codriverId: null };
    const ids = { invitationId: car, eventId: EVENT_ID, driverId: car, userId: car };
    await append(invitationStream(car), {
      type: 'InvitationAdded',
      data: { ...ids, statusId: 1504, ...entry },
    });
  }

  /** A process of the api that sends mails. @returns whether it lives, and how it is stopped */
  const start = async (killAt: number) => {
    const number = (processes += 1);
    const { isDead, step } = mortal(killAt);
    const mortalStore: EventStore = {
      ...store,
      append: (stream, events, expected) =>
        step(async () => {
          const recorded = await store.append(stream, events, expected);
          if (events.some(({ type }) => type === 'InvitationMailSettled'))
            settledBy.set(Number(stream.split('-')[1]), number);
          return recorded;
        }),
    };
    const { invitationLinks, checkpoints } = records;
    const mortalRecords: ApiDependencies['records'] = {
      ...records,
      checkpoints: {
        ...checkpoints,
        advance: (reader, expected, position) => step(() => checkpoints.advance(reader, expected, position)),
      },
      invitationLinks: {
        ...invitationLinks,
        begin: (link) =>
          step(async () => {
            const isFirst = await invitationLinks.begin(link);
            if (isFirst) begunBy.set(link.invitationId, number);
            return isFirst;
          }),
        withdraw: (invitationId, sending) =>
          step(async () => {
            await invitationLinks.withdraw(invitationId, sending);
            begunBy.delete(invitationId);
          }),
      },
    };
    const faultOf = (): Fault =>
      random?.chance(0.2) === true
        ? random.pick(['unreachable', 'addressLater', 'textLater', 'answerLost'] as const)
        : null;
    const sendMail = async ({ userId: car, beforeText }: Mail): Promise<void> => {
      const fault = faultOf();
      await step(async () => undefined);
      if (fault === 'unreachable') throw failure({ code: 'ESOCKET' });
      if (fault === 'addressLater') throw failure({ responseCode: 452, command: 'RCPT TO' });
      await beforeText?.();
      if (fault === 'textLater') throw failure({ responseCode: 452, command: 'DATA' });
      await step(async () => void delivered.push({ car, at: time.now() }));
      if (fault !== 'answerLost') return;
      lost.add(car);
      throw failure({ code: 'ECONNECTION' });
    };
    const living = (callback: () => void) => () => {
      if (!isDead()) callback();
    };
    const own: ApiDependencies = {
      ...dependencies,
      store: mortalStore,
      records: mortalRecords,
      readModels: memoryReadModels(),
      scheduler: {
        after: (ms, callback) => time.after(ms, living(callback)),
        every: (ms, callback) => time.every(ms, living(callback)),
      },
    };
    const handle = createCommandHandler({ store: mortalStore, upcast, ids: dependencies.ids });
    const projector = await startProjections({ ...own, projections, upcast });
    await projector.caughtUp();
    const reactions = await reacting(own, handle, projector, sendMail).begin(
      () => true,
      new AbortController().signal,
    );
    return {
      isDead,
      async stop() {
        // Nothing of a process that was killed ends in order.
        if (!isDead()) await reactions.stop();
        await projector.stop();
      },
    };
  };

  return {
    time,
    cars,
    delivered,
    kills: () => kills,
    uncertain: () => cars.filter((car) => lost.has(car) || settledBy.get(car) !== begunBy.get(car)),
    async outcomes() {
      const found = new Map<number, InvitationMailOutcome>();
      for (const car of cars)
        for (const { type, data } of await store.readStream(invitationStream(car)))
          if (type === 'InvitationMailSettled') {
            if (found.has(car)) throw new Error(`The mail of car ${car} is settled twice.`);
            found.set(car, (data as { outcome: InvitationMailOutcome }).outcome);
          }
      return found;
    },
    async publish(killAt) {
      await append(eventStream(EVENT_ID), {
        type: 'EventPublished',
        data: { eventId: EVENT_ID, language: 'en' },
      });
      for (const step of [...killAt, Infinity]) {
        const process = await start(step);
        await until(
          'all mails to be settled, or a kill',
          () => process.isDead() || settledBy.size === cars.length,
          {
            everyMs: 0,
            deadlineMs: 120_000,
            advance: () => time.advance(random === undefined ? 50 : 20_000),
          },
        );
        // Writes under way when it was killed complete.
        await time.advance(0);
        if (process.isDead()) kills += 1;
        await process.stop();
        if (!process.isDead()) return;
      }
    },
    async close() {
      // The log is not closed: subscriptions of processes that were killed never end.
      await Promise.all([records, dependencies.topics].map((part) => part.close()));
    },
  };
};

/** @throws if a mail was sent twice, is lost, or has a state that contradicts decision 0084 */
export const checkMailing = async (mailing: Mailing): Promise<void> => {
  const { cars, delivered } = mailing;
  const handedOver = new Map<number, number>();
  for (const { car } of delivered) handedOver.set(car, (handedOver.get(car) ?? 0) + 1);
  const outcomes = await mailing.outcomes();
  const uncertain = new Set(mailing.uncertain());
  for (const car of cars) {
    const times = handedOver.get(car) ?? 0;
    const outcome = outcomes.get(car);
    const isRight = uncertain.has(car)
      ? outcome === 'interrupted' && times <= 1
      : outcome === 'sent' && times === 1;
    if (!isRight) throw new Error(`The mail of car ${car} is ${String(outcome)}, and left ${times} times.`);
  }
};

/** Steps of a process for one mail, about. */
const STEPS_OF_MAIL = 18;

/**
 * Mails invitations again and again, in each seed with one to three kills, and in every other one with a mail server that
 * fails now and then.
 *
 * @throws as `checkMailing`, naming the seed
 */
export const mailUnderKills = async (
  firstSeed: number,
  seeds: number,
  mails: number,
): Promise<{ readonly kills: number; readonly uncertain: number }> => {
  let [kills, uncertain] = [0, 0];
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const random = seededRandom(seed);
    const isFaulty = random.chance(0.5);
    const killAt = Array.from({ length: random.between(1, 3) }, () =>
      random.between(1, mails * STEPS_OF_MAIL),
    );
    const mailing = await startMailing(mails, {}, isFaulty ? random : undefined);
    try {
      await mailing.publish(killAt);
      await checkMailing(mailing);
      const uncertainHere = mailing.uncertain().length;
      if (!isFaulty && uncertainHere > mailing.kills())
        throw new Error(`${mailing.kills()} kills left ${uncertainHere} mails uncertain.`);
      kills += mailing.kills();
      uncertain += uncertainHere;
    } catch (error) {
      throw new Error(`seed ${seed}, killed at ${killAt.join(', ')}: ${String(error)}`, { cause: error });
    } finally {
      await mailing.close();
    }
  }
  return { kills, uncertain };
};
