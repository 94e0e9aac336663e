import { readFileSync, writeFileSync } from 'node:fs';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  PERMISSIONS,
  SOCKET_JOIN,
  type CarCode,
  type DeviceTokenAnswer,
  type SocketAck,
} from '@flagpost/contracts';
import {
  answerOf,
  callersIn,
  callsOf,
  joinOf,
  type Answer,
  type Target,
  type Call,
  type Caller,
  type Described,
} from '../testing/callers.js';
import { describedAnswers } from '../testing/described-answers.js';
import { permissionsPage } from '../testing/permissions-page.js';
import { SAMPLE_REQUESTS, send, type SampleRequest } from '../testing/sample-requests.js';
import { startScene, type Holder, type Scene } from '../testing/scene.js';

const PAGE = new URL('../../../../docs/permissions.md', import.meta.url);

let scene: Scene;
let calls: readonly Call[];
let callers: readonly Caller[];
let asked: Target;
let wrongIn: ReturnType<typeof describedAnswers>;

/** Every answer is as the api describes it. */
const sendDescribed: typeof send = (as, operation, sample) =>
  send(as, operation, sample).expect(({ status, headers, text }) => {
    const method = operation.split(' ')[0] ?? '';
    const path = `/api${sample.path.split('?')[0] ?? ''}`;
    const type = headers['content-type'] ?? '';
    expect([operation, wrongIn({ method, path, status, type, text })]).toEqual([operation, null]);
  });

beforeAll(async () => {
  scene = await startScene();
  callers = await callersIn(scene);
  asked = { clubId: scene.race.clubId, userId: scene.colleague.userId };
  const document: unknown = (await scene.harness.with(null).get('/docs-json')).body;
  calls = callsOf(document as Described);
  wrongIn = describedAnswers(document as Parameters<typeof describedAnswers>[0]);
});
afterAll(() => scene.stop());

const head = () => scene.harness.dependencies.store.head();

const sampleFor = ({ operation }: Call, about: Holder): SampleRequest | Promise<SampleRequest> => {
  const sample = SAMPLE_REQUESTS[operation];
  if (sample === undefined) throw new Error(`${operation} has no sample request.`);
  return sample(scene, about);
};
/**
 * The account that a request concerns: the caller's own if the call concerns their own account or club, or is public,
 * except for drivers, who cannot sign in.
 */
const aboutOf = ({ about, action, reach }: Call, { name, account }: Caller): Holder => {
  const own =
    about === 'themselves' ||
    reach === 'theirs' ||
    (PERMISSIONS[action].public === true && name !== 'driver');
  return own ? account : scene.colleague;
};

/** For refused requests: their sample stays unused and serves the next one. */
const untouched = new Map<Call, SampleRequest>();
const refusedSample = async (call: Call, caller: Caller): Promise<SampleRequest> => {
  if (call.about === 'themselves') return sampleFor(call, caller.account);
  const sample = untouched.get(call) ?? (await sampleFor(call, scene.colleague));
  untouched.set(call, sample);
  return sample;
};

/** The answer in the table's words; a status without one is kept. */
const answered = (status: number): Answer => (status < 300 ? 'done' : (status as Answer));
const told = ({ operation, about }: Call, { name }: Caller, answer: Answer) => ({
  call: `${operation} on ${about}, as ${name}`,
  answer,
});

const tellsOfClub = (body: unknown): boolean => {
  const ofRace = [`"traId":${scene.race.eventId},`, `"Race":{"Id":${scene.race.eventId},`];
  return ['Motor Club Alba', scene.colleague.email, 'car7@example.org', ...ofRace].some((own) =>
    JSON.stringify(body).includes(own),
  );
};

/** Sends a request that must be refused. */
const refuses = async (call: Call, caller: Caller, on: Target): Promise<void> => {
  const sample = await refusedSample(call, caller);
  const before = await head();
  const { status, body } = await sendDescribed(caller.as(), call.operation, sample);
  expect(told(call, caller, answered(status))).toEqual(told(call, caller, answerOf(call, caller.actor, on)));
  expect(['statusCode', 'message', 'code']).toEqual(expect.arrayContaining(Object.keys(body as object)));
  expect(await head()).toEqual(before);
};

describe('every call', () => {
  it('has a line in the permission table, and every line a call', () => {
    // The details of health are part of the answer on the route of its status.
    const used = new Set([...calls.map(({ action }) => action), 'health.details']);
    expect([...used].sort()).toEqual(Object.keys(PERMISSIONS).sort());
  });

  it('stands in docs/permissions.md as the table has it', () => {
    const page = permissionsPage(calls);
    if (process.env['WRITE_PAGES'] === '1') writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  });

  it('refuses whom the table does not name, and records nothing of it', async () => {
    for (const call of calls)
      for (const caller of callers)
        if (answerOf(call, caller.actor, asked) !== 'done') await refuses(call, caller, asked);
  });

  it('is carried out for whom the table names, and tells nothing of another club', async () => {
    for (const call of calls)
      for (const caller of callers) {
        if (answerOf(call, caller.actor, asked) !== 'done') continue;
        const sample = await sampleFor(call, aboutOf(call, caller));
        const { status, body } = await sendDescribed(caller.as(), call.operation, sample);
        expect(told(call, caller, answered(status))).toEqual(told(call, caller, 'done'));
        if (call.reach === 'theirs' && call.operation.startsWith('GET '))
          expect([call.operation, caller.name, tellsOfClub(body)]).toEqual([
            call.operation,
            caller.name,
            caller.name !== 'other planner',
          ]);
      }
  }, 120_000);

  it('makes what another club’s planner makes their own club’s, whatever the request names', async () => {
    const other = callers.find(({ name }) => name === 'other planner');
    const made = (await scene.harness.dependencies.store.readAll(null, 10_000))
      .filter(({ meta, data }) => meta['actorId'] === other?.actor?.userId && 'clubId' in (data as object))
      .map(({ type, data }) => [type, (data as { clubId: number }).clubId]);
    const { rivalId } = scene.race;
    expect(made).toEqual(
      expect.arrayContaining([
        ['EventCreated', rivalId],
        ['CategoryCreated', rivalId],
        ['UserInvited', rivalId],
      ]),
    );
    expect(new Set(made.map(([, clubId]) => clubId))).toEqual(new Set([rivalId]));
  });

  it('that needs a token of its own is carried out with it', async () => {
    for (const call of calls.filter(({ action }) => PERMISSIONS[action].bearer !== undefined)) {
      const sample = await sampleFor(call, scene.colleague);
      const { status } = await sendDescribed(
        scene.harness.with(sample.bearer ?? null),
        call.operation,
        sample,
      );
      expect([call.operation, status < 300]).toEqual([call.operation, true]);
    }
  });

  it('takes no token of a device and no secret of a link for a bearer', async () => {
    const { harness, race, car, driveSecret } = scene;
    const planner = race.as('planner');
    const [code] = (await planner.post(`/check/${race.eventId}/codes`)).body as CarCode[];
    const { token } = (await planner.post(`/invitations/${car}/deviceToken`)).body as DeviceTokenAnswer;
    const foreign = { token, driveSecret, code: code?.Link.split('/').at(-1) ?? '' };
    for (const secret of Object.values(foreign)) expect(secret).toMatch(/^[\w-]{22,}$/);
    const before = await head();
    for (const call of calls) {
      if (PERMISSIONS[call.action].public === true) continue;
      const sample = untouched.get(call) ?? (await sampleFor(call, scene.colleague));
      for (const [name, secret] of Object.entries(foreign)) {
        const { status } = await sendDescribed(harness.with(secret), call.operation, sample);
        expect([call.operation, name, status]).toEqual([call.operation, name, 401]);
      }
    }
    expect(await head()).toEqual(before);
  });

  it('opens the race’s socket to whom the table names', async () => {
    const { harness, race } = scene;
    const joins = async ({ token }: Caller): Promise<true | number> => {
      const options = { auth: { accessToken: token() }, transports: ['websocket'], reconnection: false };
      const socket = io(harness.url, options);
      try {
        const failed = await new Promise<{ data?: { statusCode: number } } | null>((resolve) => {
          socket.on('connect', () => resolve(null));
          socket.on('connect_error', resolve);
        });
        if (failed !== null) return failed.data?.statusCode ?? 0;
        const answer = (await socket.emitWithAck(SOCKET_JOIN, { eventId: race.eventId })) as SocketAck;
        return answer.ok || answer.statusCode;
      } finally {
        socket.disconnect();
      }
    };
    for (const caller of callers)
      expect([caller.name, await joins(caller)]).toEqual([caller.name, joinOf(caller.actor, asked)]);
  });

  it('that ends with its event is refused from then on, and records nothing', async () => {
    await scene.harness.time.advance(5 * 3_600_000);
    const past = { ...asked, past: true };
    const ended = calls.filter(({ action }) => PERMISSIONS[action].past !== undefined);
    expect(ended.length).toBeGreaterThan(15);
    for (const call of ended)
      for (const caller of callers)
        if (answerOf(call, caller.actor, past) !== 'done') await refuses(call, caller, past);
  });
});
