import { seededRandom, type Outcome, type Random } from '@flagpost/testing/simulation';
import type { Operation, Schema } from './operations.js';
import { lineOf, openStage, type Shot, type Somebody, type Stage } from './stage.js';
import { HOSTILE_HEADERS, HOSTILE_SEGMENTS, HOSTILE_VALUES } from './values.js';

/** The command that runs a seed again. */
export const replayCommand = (seed: number): string => `npm run fuzz -- --seed ${seed} --trace`;

const SHOTS = 60;
const LETTERS = [
  'a',
  'Z',
  '7',
  ' ',
  '\u00e9',
  '\u0627',
  '\u{1f3c1}',
  '<',
  '"',
  "'",
  '\\',
  '$',
  '{',
  '\u0000',
  '\n',
  '\u202e',
];

const textFrom = (random: Random, longest: number): string =>
  Array.from({ length: random.between(0, longest) }, () => random.pick(LETTERS)).join('');

/** A number at, beside or far from the ends of its range. */
const numberFrom = (random: Random, { type, minimum = 0, maximum = 1_000 }: Schema): number => {
  const edges = [minimum, maximum, minimum - 1, maximum + 1, random.between(1, 60)];
  const number = random.pick(edges);
  return type === 'integer' || random.chance(0.5) ? number : number + random.next();
};

const listFrom = (random: Random, { items = {}, maxItems = 3 }: Schema): unknown[] => {
  const length = random.chance(0.05) ? Math.min(maxItems + 1, 2_001) : random.between(0, 3);
  const first = valueFrom(random, items);
  return Array.from({ length }, () => (random.chance(0.5) ? first : valueFrom(random, items)));
};

/** What a schema asks for, more or less: one value in eight is another one altogether. */
const valueFrom = (random: Random, schema: Schema): unknown => {
  if (random.chance(0.125)) return random.pick(HOSTILE_VALUES);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  if (schema.anyOf !== undefined) return valueFrom(random, random.pick(schema.anyOf));
  const { type = 'string' } = schema;
  switch (type) {
    case 'object':
      return objectFrom(random, schema);
    case 'array':
      return listFrom(random, schema);
    case 'integer':
    case 'number':
      return numberFrom(random, schema);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return textFrom(random, Math.min((schema.maxLength ?? 20) + 1, 300));
  }
};

const objectFrom = (random: Random, { properties = {} }: Schema): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    Object.entries(properties)
      .filter(() => random.chance(0.9))
      .map(([name, inner]) => [name, valueFrom(random, inner)]),
  ),
  ...(random.chance(0.1)
    ? { [random.pick(['extra', 'constructor', 'toString', '$set'])]: textFrom(random, 5) }
    : {}),
});

/** `body`, of which some fields are something else: so that what is refused last is reached as well. */
const mutated = (random: Random, schema: Schema, body: unknown): unknown => {
  if (random.chance(0.05)) return valueFrom(random, schema);
  if (Array.isArray(body))
    return body.flatMap((each: unknown) =>
      Array.from({ length: random.between(0, 2) }, () => mutated(random, schema.items ?? {}, each)),
    );
  if (typeof body !== 'object' || body === null)
    return random.chance(0.15) ? valueFrom(random, schema) : body;
  const { properties = {} } = schema;
  return {
    ...Object.fromEntries(
      Object.entries(body).map(([name, inner]) => [name, mutated(random, properties[name] ?? {}, inner)]),
    ),
    ...(random.chance(0.2)
      ? objectFrom(random, {
          properties: Object.fromEntries(random.shuffled(Object.entries(properties)).slice(0, 1)),
        })
      : {}),
  };
};

/** Now and then a segment is another, or a byte of it is. */
const pathFrom = (random: Random, path: string): string =>
  path
    .split('/')
    .map((segment, index) => (index > 2 && random.chance(0.1) ? random.pick(HOSTILE_SEGMENTS) : segment))
    .join('/');

const bytesFrom = (random: Random, body: string): string => {
  if (random.chance(0.9)) return body;
  const at = random.between(0, body.length);
  return random.pick([
    body.slice(0, at),
    body.slice(0, at) + random.pick(LETTERS) + body.slice(at),
    body.replaceAll('"', "'"),
    body + body,
  ]);
};

const shotFrom = async (
  stage: Stage,
  random: Random,
  operation: Operation,
  somebody: Somebody,
): Promise<Shot> => {
  const { path, body, bearer = somebody.bearer } = await stage.sample(operation, somebody);
  const type = random.chance(0.95)
    ? 'application/json'
    : random.pick(['text/plain', 'multipart/form-data', '\t', 'application/json; charset=x']);
  const headers = {
    'content-type': type,
    ...(random.chance(0.9) ? { authorization: `Bearer ${bearer}` } : {}),
    ...(random.chance(0.2) ? random.pick(HOSTILE_HEADERS) : {}),
    ...(random.chance(0.2) ? { 'idempotency-key': `key-${random.between(1, 3)}` } : {}),
  };
  const shot = { method: operation.method, path: pathFrom(random, `/api${path}`), headers };
  if (operation.body === null) return shot;
  return { ...shot, body: bytesFrom(random, JSON.stringify(mutated(random, operation.body, body))) };
};

/** Requests that follow from a seed and from the api's own description: none is answered with a fault of ours. */
export const runFuzz = async (seed: number): Promise<Outcome> => {
  const random = seededRandom(seed);
  const stage = await openStage();
  const complaints: string[] = [];
  const trace: string[] = [];
  try {
    for (let sent = 0; sent < SHOTS; sent += 1) {
      const shot = await shotFrom(stage, random, random.pick(stage.operations), random.pick(stage.people));
      const { heard, complaints: wrong } = await stage.fire(shot);
      trace.push(`${heard.status} ${lineOf(shot)}`);
      complaints.push(...wrong.map((what) => `${lineOf(shot)}: ${what}`));
    }
    const { status, text } = await stage.wire.ask('GET', '/api/health');
    if (status !== 200) complaints.push(`health is ${status} ${text}`);
  } finally {
    await stage.stop();
  }
  return { complaints, trace };
};
