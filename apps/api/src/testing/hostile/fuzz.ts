import { IMPORT_FIELDS, uploadInvitationsForm } from '@flagpost/contracts';
import { seededRandom, type Outcome, type Random } from '@flagpost/testing/simulation';
import type { SampleRequest } from '../sample-requests.js';
import type { Operation, Schema } from './operations.js';
import { lineOf, openStage, type Shot, type Somebody, type Stage } from './stage.js';
import { HOSTILE_HEADERS, HOSTILE_SEGMENTS, HOSTILE_VALUES } from '@flagpost/testing/hostile-values';

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

/** `body` with some fields replaced, so that checks that come last are reached as well. */
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

const FORM_VALUES = ['true', 'false', 'all', 'good', 'utf-8', 'windows-1252', '[]', '{}', '[null]', '0', ''];
const FILE_NAMES = [
  'list.csv',
  'list.tsv',
  'list.xlsx',
  'me.png',
  'track.kmz',
  '../list.csv',
  'list',
  '\u202evsc.exe',
  '',
];
const FILE_HEADS = [
  '\ufeff',
  'PK\u0003\u0004',
  '%PDF-1.7',
  '<!DOCTYPE kml>',
  '{"type":',
  'sep=;\n',
  'a,b\n\n',
  '\u0000',
];

const formValueFrom = (random: Random): string => {
  if (random.chance(0.5)) return random.pick(FORM_VALUES);
  const value = random.chance(0.5)
    ? random.pick(HOSTILE_VALUES)
    : random.chance(0.5)
      ? Array.from({ length: random.between(0, 6) }, () => random.pick(IMPORT_FIELDS))
      : { [random.pick(IMPORT_FIELDS)]: textFrom(random, 20) };
  return typeof value === 'string' && random.chance(0.5) ? value : JSON.stringify(value);
};

const fileFrom = (random: Random, file: Buffer): Buffer => {
  if (random.chance(0.5)) return file;
  const at = random.between(0, file.length);
  return random.pick([
    file.subarray(0, at),
    Buffer.concat([file.subarray(0, at), Buffer.from(textFrom(random, 20)), file.subarray(at)]),
    Buffer.concat([Buffer.from(random.pick(FILE_HEADS)), file]),
    Buffer.concat(Array.from({ length: random.between(2, 20) }, () => file)),
    Buffer.from(file.toString().replaceAll(',', random.pick([';', '\t', '|', '""', '\n']))),
    Buffer.from(`${file.toString()}\n=1+1,"${'x'.repeat(random.between(1, 2_000))}`),
  ]);
};

/** A form with a file: some of its fields and bytes are others. */
const formFrom = (
  random: Random,
  { fields = {}, fileName }: SampleRequest,
  file: Buffer,
): { readonly type: string; readonly body: Buffer } => {
  const known = random.shuffled(Object.keys(uploadInvitationsForm.shape)).slice(0, random.between(0, 3));
  const sent = [
    ...Object.entries(fields).filter(() => random.chance(0.95)),
    ...known.map((name) => [name, formValueFrom(random)] as const),
  ];
  const boundary = 'flagpost-fuzz';
  const head = (of: string): string => `--${boundary}\r\nContent-Disposition: form-data; name=${of}`;
  const name = random.chance(0.8) ? (fileName ?? 'me.png') : random.pick(FILE_NAMES);
  const body = Buffer.concat([
    ...sent.map(([field, value]) => Buffer.from(`${head(`"${field}"`)}\r\n\r\n${value}\r\n`)),
    Buffer.from(`${head(`"file"; filename="${name}"`)}\r\nContent-Type: application/octet-stream\r\n\r\n`),
    fileFrom(random, file),
    Buffer.from(random.chance(0.95) ? `\r\n--${boundary}--\r\n` : '\r\n'),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
};

const shotFrom = async (
  stage: Stage,
  random: Random,
  operation: Operation,
  somebody: Somebody,
): Promise<Shot> => {
  const sample = await stage.sample(operation, somebody);
  const { path, body, file, bearer = somebody.bearer } = sample;
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
  if (file !== undefined) {
    const form = formFrom(random, sample, file);
    const typed = random.chance(0.95) ? { ...headers, 'content-type': form.type } : headers;
    return { ...shot, headers: typed, body: form.body };
  }
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
