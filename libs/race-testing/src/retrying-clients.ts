import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  FLAGS,
  IDEMPOTENCY_KEY_HEADER,
  type FlagAnswer,
  type FlagCode,
  type Signal,
} from '@flagpost/contracts';
import { retry } from '@flagpost/platform';
import { systemScheduler } from '@flagpost/platform/system';
import type { Cluster } from './cluster.js';
import type { Field, FieldCar } from './field.js';

/**
 * Directors that send flags through every api, and drivers that confirm them and send an SOS. Each repeats a request
 * under the same key until it is acknowledged, and records all answers.
 */
export interface RetryingClients {
  /** The answers of the apis to directors, and of the doors to drivers. */
  readonly answers: { readonly directors: readonly Answer[]; readonly drivers: readonly Answer[] };
  /** Flags acknowledged by an api. */
  readonly flags: readonly { readonly FlagId: number; readonly InvitationId: number }[];
  /** Confirmations acknowledged by a door; each is of a flag above. */
  readonly confirmed: readonly { readonly FlagId: number; readonly InvitationId: number }[];
  /** Cars whose SOS a door has acknowledged. */
  readonly helped: ReadonlySet<number>;
  /** Resolves when a door has acknowledged it. */
  callForHelp(car: FieldCar): Promise<void>;
  /** Sends no new flags; resolves when every request is acknowledged. */
  finish(): Promise<void>;
}

export interface Answer {
  /** The origin of the server's address. */
  readonly from: string;
  /** Time of the request and of its answer, epoch ms. */
  readonly askedAt: number;
  readonly at: number;
  readonly what: string;
}

/** The outcome of a request that could not be stored and may be retried later. */
export const LATER = '503, again later';

/** The distinct answers of one server to requests made and answered within this span. */
export const said = (answers: readonly Answer[], from: string, since: number, until: number): string[] => [
  ...new Set(
    answers
      .filter((answer) => answer.from === from && answer.askedAt >= since && answer.at < until)
      .map(({ what }) => what),
  ),
];

const EVERY_MS = 1_000;
const REQUEST_TIMEOUT_MS = 30_000;

/** @throws if the answer is neither an acknowledgement nor a request to retry. */
const sendUntilAcknowledged = async (
  answers: Answer[],
  url: string,
  request: RequestInit,
  done: number,
): Promise<string> => {
  let retryAfterS = 0;
  let isRefused = false;
  const ask = async (): Promise<string> => {
    const askedAt = Date.now();
    const sent = { ...request, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) };
    const response = await fetch(url, sent).catch(() => null);
    const body = (await response?.text()) ?? '';
    retryAfterS = Number(response?.headers.get('retry-after') ?? 0);
    const status = String(response?.status ?? 'no answer');
    const what = status === '503' && retryAfterS > 0 ? LATER : status;
    answers.push({ from: new URL(url).origin, askedAt, at: Date.now(), what });
    if (response?.status === done) return body;
    isRefused = response !== null && what !== LATER;
    throw new Error(`${url} answered ${what}: ${body}`);
  };
  const backoff = { scheduler: systemScheduler, ms: () => Math.max(1, retryAfterS) * 1_000 };
  return retry({ retryIf: () => !isRefused, backoff }, ask);
};

export const startRetryingClients = (
  cluster: Cluster,
  { eventId, cars }: Field,
  token: string,
): RetryingClients => {
  const answers = { directors: [] as Answer[], drivers: [] as Answer[] };
  const flags: { FlagId: number; InvitationId: number }[] = [];
  const confirmed: { FlagId: number; InvitationId: number }[] = [];
  const helped = new Set<number>();
  const underWay: Promise<void>[] = [];
  const begin = (work: Promise<void>): void => {
    underWay.push(work);
    work.catch(() => undefined); // reported by finish
  };
  let over = false;

  const signal = async ({ door }: FieldCar, what: Signal): Promise<void> => {
    const body = JSON.stringify(what);
    await sendUntilAcknowledged(
      answers.drivers,
      door.replace('/positions/', '/signals/'),
      { method: 'POST', body },
      200,
    );
  };
  const sendFlag = async (
    url: string,
    flag: FlagCode,
    { invitationId: InvitationId }: FieldCar,
  ): Promise<number> => {
    const order = { StateId: flag, EventId: eventId, InvitationsSelected: [InvitationId] };
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      [IDEMPOTENCY_KEY_HEADER]: randomUUID(),
    };
    const request = { method: 'POST', headers, body: JSON.stringify(order) };
    const { FlagId } = JSON.parse(
      await sendUntilAcknowledged(answers.directors, `${url}/api/flagRecords`, request, 201),
    ) as FlagAnswer;
    flags.push({ FlagId, InvitationId });
    return FlagId;
  };
  const confirm = async (car: FieldCar, FlagId: number): Promise<void> => {
    await signal(car, { type: 'flagConfirmed', flagId: FlagId });
    confirmed.push({ FlagId, InvitationId: car.invitationId });
  };
  const direct = async (url: string, flag: FlagCode, first: number): Promise<void> => {
    for (let turn = first; !over; turn += 1) {
      const car = cars[turn % cars.length];
      if (car !== undefined) begin(confirm(car, await sendFlag(url, flag, car)));
      await pause(EVERY_MS);
    }
  };
  // The same flag of one person to one car within two seconds would be one order, whichever api it was sent to.
  cluster.apis.forEach(({ url }, index) =>
    begin(direct(url, index % 2 === 0 ? FLAGS.yellow : FLAGS.white, index * 2)),
  );

  return {
    answers,
    flags,
    confirmed,
    helped,
    async callForHelp(car) {
      await signal(car, { type: 'sos' });
      helped.add(car.invitationId);
    },
    async finish() {
      over = true;
      for (const work of underWay) await work;
    },
  };
};
