import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fireAll, fireAtFields, JSON_TYPE, signed } from '../testing/hostile/fire.js';
import { listsIn } from '../testing/hostile/operations.js';
import { openStage, type Stage } from '../testing/hostile/stage.js';
import { HOSTILE_HEADERS, HOSTILE_SEGMENTS } from '@flagpost/testing/hostile-values';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.stop());

const MINUTE = 60_000;
/** One value in so many goes into a field: each goes into some fields. */
const SHARE = 24;
describe('hostile input', () => {
  it('finds a limit at every list, so that none is gone through for long', () => {
    const unlimited = stage.operations.flatMap(({ name, body }) =>
      (body === null ? [] : listsIn(body)).filter((list) => list.maxItems === undefined).map(() => name),
    );
    expect(unlimited).toEqual([]);
  });

  it(
    'is sent by people of whom one is let through to each handler',
    async () => {
      const reached = new Set<string>();
      for (const operation of stage.operations)
        for (const somebody of stage.people) {
          if (reached.has(operation.name)) break;
          const { path, body, file, bearer = somebody.bearer } = await stage.sample(operation, somebody);
          // Forms with a file are sent by specs of their own, and by the fuzz.
          if (file !== undefined) {
            reached.add(operation.name);
            break;
          }
          const { heard } = await stage.fire({
            method: operation.method,
            path: `/api${path}`,
            headers: { authorization: `Bearer ${bearer}`, ...JSON_TYPE },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          });
          if (heard.status < 400) reached.add(operation.name);
        }
      expect(stage.operations.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([]);
    },
    MINUTE,
  );

  it(
    'in any field of a body is refused without a trace, or taken for what it says',
    // hostile-fields.long.spec.ts sends every value in every field.
    async () => expect(await fireAtFields(stage, () => SHARE)).toEqual([]),
    5 * MINUTE,
  );

  it(
    'in a path or a query is refused without a trace, or finds nothing',
    async () => {
      const wrong = await fireAll(stage, async ({ method, path, query }, { bearer }) => {
        const headers = { authorization: `Bearer ${bearer}` };
        const parameters = [...path.matchAll(/\{\w+\}/g)].map(([parameter]) => parameter);
        const plain = (text: string): string => text.replace(/\{\w+\}/g, '999999');
        return [
          ...parameters.flatMap((parameter) =>
            HOSTILE_SEGMENTS.map((segment) => ({
              method,
              headers,
              path: plain(path.replace(parameter, segment)),
            })),
          ),
          ...query.flatMap((name) =>
            [
              ...HOSTILE_SEGMENTS.map((text) => `${name}=${text}`),
              `${name}=1&${name}=2`,
              `${name}[$gt]=`,
            ].map((text) => ({ method, headers, path: `${plain(path)}?${text}` })),
          ),
        ];
      });
      expect(wrong).toEqual([]);
    },
    5 * MINUTE,
  );

  it(
    'in a header is refused without a trace, or not read',
    async () => {
      const wrong = await fireAll(stage, async (operation, somebody) => {
        if (operation.body === null) return [];
        const { path, headers } = await signed(stage, operation, somebody);
        return HOSTILE_HEADERS.map((odd) => ({
          method: operation.method,
          path,
          headers: { ...headers, ...JSON_TYPE, ...odd },
          body: '{}',
        }));
      });
      expect(wrong).toEqual([]);
    },
    5 * MINUTE,
  );

  it('leaves everything at work', async () => {
    const { operations, people, wire } = stage;
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect((await wire.ask('GET', '/api/health')).text).toBe('{"status":"ok"}');
    const create = operations.find(({ name }) => name === 'POST /events');
    const [administrator] = people;
    if (create === undefined || administrator === undefined)
      throw new Error('There is no call to make an event.');
    const { path, body, headers } = await signed(stage, create, administrator);
    const shot = { method: 'POST', path, headers: { ...headers, ...JSON_TYPE }, body: JSON.stringify(body) };
    expect((await stage.fire(shot)).heard.status).toBe(201);
  });
});
