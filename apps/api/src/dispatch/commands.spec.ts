import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as contracts from '@flagpost/contracts';
import type { Tracing } from '@flagpost/observability';
import type { Logger } from '@flagpost/platform';
import { z } from 'zod';
import { COMMANDS } from '../commands.js';
import { WITHDRAWAL } from '../race-control/withdraw-flag.js';
import { answerOf, callersIn, callsOf, type Call, type Described } from '../testing/callers.js';
import { SAMPLE_REQUESTS, send } from '../testing/sample-requests.js';
import { startScene, type Scene } from '../testing/scene.js';
import { fieldsOf, sensitiveValues } from '../testing/sensitive-values.js';
import { CommandMessage } from './command-message.js';

/** Serialized by a program: everything that reaches the log or a span is here as text. */
const written: string[] = [];
const write = (...parts: unknown[]): void => void written.push(JSON.stringify(parts));
const logger: Logger = { info: write, warn: write, error: write };
const tracing: Tracing = {
  span: (name, options, work) => {
    write(name, options.attributes);
    return work({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, set: write, rename: write });
  },
};

let scene: Scene;
const sent: { readonly call: Call; readonly message: CommandMessage }[] = [];

/** Each call that changes something, once, by a caller who may make it. */
const sendAll = async (): Promise<void> => {
  const document: unknown = (await scene.harness.with(null).get('/docs-json')).body;
  const callers = await callersIn(scene);
  const asked = { clubId: scene.race.clubId, userId: scene.colleague.userId };
  const execute = jest.spyOn(scene.harness.api.app.get(CommandBus), 'execute');
  for (const call of callsOf(document as Described)) {
    const caller = callers.find((each) => answerOf(call, each.actor, asked) === 'done');
    const sample = SAMPLE_REQUESTS[call.operation];
    if (call.operation.startsWith('GET ') || sample === undefined) continue;
    const about = call.about === 'themselves' && caller !== undefined ? caller.account : scene.colleague;
    const request = await sample(scene, about);
    execute.mockClear();
    const as =
      caller === undefined || request.bearer !== undefined
        ? scene.harness.with(request.bearer ?? null)
        : caller.as();
    const { status } = await send(as, call.operation, request);
    expect([call.operation, status < 300]).toEqual([call.operation, true]);
    for (const [message] of execute.mock.calls)
      if (message instanceof CommandMessage) sent.push({ call, message: message as CommandMessage });
  }
};

beforeAll(async () => {
  scene = await startScene({ logger, tracing });
  await sendAll();
}, 120_000);
afterAll(() => scene.stop());

describe('the table of commands', () => {
  it('has a row for what each call orders, with the right of its route', () => {
    const rights = sent.map(({ call, message: { name } }) => [call.operation, name, COMMANDS[name].right]);
    expect(rights).toEqual(sent.map(({ call, message }) => [call.operation, message.name, call.action]));
  });

  it('has no row that nobody sends', async () => {
    const names = new Set<string>(sent.map(({ message }) => message.name));
    const bySystem = Object.entries(COMMANDS).flatMap(([name, { right }]) => (right === null ? [name] : []));
    expect([...names, ...bySystem].sort()).toEqual(Object.keys(COMMANDS).sort());
  });

  it('says by schema what the data of each message are', () => {
    for (const { message } of sent) {
      const schema: z.ZodType = COMMANDS[message.name].schema;
      const { success, data } = schema.safeParse(message.data);
      expect([message.name, success, data]).toEqual([message.name, true, message.data]);
    }
  });

  it('is what the log names as ordered, with the id of the command', async () => {
    const events = await scene.harness.dependencies.store.readAll(null, 10_000);
    const ordered = events.flatMap(({ meta }) => meta.command ?? []);
    const known = [...Object.keys(COMMANDS), WITHDRAWAL];
    expect(known).toEqual(expect.arrayContaining([...new Set(ordered.map(({ name }) => name))]));
    expect(new Set(ordered.map(({ name }) => name)).size).toBeGreaterThan(30);
    for (const { meta } of events)
      if (meta.command !== undefined) expect(meta.command.id).toBe(meta.causationId);
  });

  it('parses a body once for its right and its method', async () => {
    const parse = jest.spyOn(contracts.eventRequest, 'safeParse');
    const sample = await SAMPLE_REQUESTS['POST /events']?.(scene, scene.colleague);
    parse.mockClear();
    const answer = await scene.race.as('planner').post('/events', sample?.body);
    expect([answer.status, parse.mock.calls.length]).toEqual([201, 1]);
    parse.mockRestore();
  });
});

/** Fields whose names sound personal, and which are of no person. */
const OF_NO_PERSON = new Set([
  'carOrder.code',
  'carOrders.sectors.code',
  'carOrders.unconfirmed.code',
  'categoryNameRequest.Former.catName',
  'categoryNameRequest.Name',
  'categoryRequest.Name',
  'clubRequest.cluName',
  'clubRequest.Former.cluName',
  'newClubRequest.club.cluName',
  'newClubRequest.club.Former.cluName',
  'readClub.cluName',
  'eventRequest.Name',
  'eventRequest.CircuitName',
  'copyRequest.Name',
  'circuitRouteRequest.trackName',
  'eventMapRequest.trackName',
  'eventMapRequest.stages.Name',
  'stagesRequest.stages.Name',
  'circuitRequest.Name',
  'circuitRequest.Former.cirName',
  'readCircuit.cirName',
  'trackRequest.trackName',
  'trackCopyRequest.trackName',
  'trackNameRequest.Name',
  'trackNameRequest.Former.Name',
]);
const SOUNDS_PERSONAL = /name|mail|phone|password|token$|code$|key$|sang/i;

describe('what is personal or secret', () => {
  it('is marked in every schema', () => {
    const schemas = Object.entries(contracts as Readonly<Record<string, unknown>>).flatMap(
      ([name, each]): [string, z.ZodType][] => (each instanceof z.ZodObject ? [[name, each]] : []),
    );
    const fields = schemas.flatMap(([name, schema]) =>
      fieldsOf(schema).map(([path, marked]) => ({ field: `${name}.${path}`, marked })),
    );
    const unmarked = fields.filter(
      ({ field, marked }) => !marked && SOUNDS_PERSONAL.test(field.split('.').at(-1) ?? ''),
    );
    expect(new Set(unmarked.map(({ field }) => field))).toEqual(OF_NO_PERSON);
    expect(fields.filter(({ marked }) => marked).length).toBeGreaterThan(25);
  });

  it('is in no line of the log, no span and no event', async () => {
    const events = JSON.stringify(await scene.harness.dependencies.store.readAll(null, 10_000));
    const values = sent.flatMap(({ message }) =>
      sensitiveValues(COMMANDS[message.name].schema, message.data),
    );
    // Shorter ones, such as blood types, occur by chance.
    const long = [...new Set(values)].filter((value) => value.length > 3);
    expect(long.length).toBeGreaterThan(20);
    expect(written.length).toBeGreaterThan(50);
    const text = [...written, events].join('\n');
    expect(long.filter((value) => text.includes(JSON.stringify(value).slice(1, -1)))).toEqual([]);
  });
});
