import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { startHarness, type Harness } from '../testing/harness.js';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: object }[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}
const described = async () =>
  (await harness.with(null).get('/docs-json')).body as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };

it('is a valid document of OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...(await described()) });
  expect([validator.version, valid, errors]).toEqual(['3.1', true, undefined]);
});

it('has no pattern that engines beside JavaScript refuse', async () => {
  const patterns = [...JSON.stringify(await described()).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, pattern]) => JSON.parse(pattern ?? '""') as string,
  );
  expect(patterns.length).toBeGreaterThan(5);
  expect(patterns.filter((pattern) => /\(\?[=!<]|\\[pP]\{|\\u\{/.test(pattern))).toEqual([]);
});

it('says of every call what it answers, and what it refuses', async () => {
  const { paths } = await described();
  const responses = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method} ${path}`, ...operation })),
  );
  for (const { call, responses: answers } of responses) {
    const statuses = Object.keys(answers);
    expect([call, statuses.some((status) => status.startsWith('2'))]).toEqual([call, true]);
    expect([call, statuses]).toEqual([call, expect.arrayContaining(['400', '503'])]);
    for (const { description } of Object.values(answers)) expect(description).not.toBe('');
  }
});

it('says that an id in a path is positive, where 0 stands for all, and what a list is', async () => {
  const { paths } = await described();
  const parameter = (path: string) =>
    paths[path]?.['get']?.parameters?.findLast((each) => each.in === 'path')?.schema;
  expect(parameter('/api/events/{id}')).toMatchObject({ type: 'integer', minimum: 1 });
  expect(parameter('/api/events/liveNow/{clubId}')).toMatchObject({ type: 'integer', minimum: 0 });
  const list = parameter('/api/drivers/getDisconnecteds/{eventId}/{categoryIds}');
  expect(list).toMatchObject({ type: 'string', pattern: expect.stringContaining(',') });
});
