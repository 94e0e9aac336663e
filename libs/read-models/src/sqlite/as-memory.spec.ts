import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Position } from '@flagpost/event-sourcing';
import { memoryReadModels } from '../memory/index.js';
import type { Filter, ReadModels } from '../port.js';
import type { Projection } from '../projection.js';
import { sqliteReadModels } from './index.js';

const at = (count: number): Position => String(count).padStart(16, '0') as Position;

const small = fc.integer({ min: -2, max: 2 });
const text = fc.constantFrom('', 'a', 'ab', 'B', '1', 'é', '😀', '\uffee', 'a\0b');
const scalar = fc.oneof(small, fc.double({ noNaN: true }), text, fc.boolean(), fc.constant(null));
/** Mostly of one type, as in views; sometimes of any. */
const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(small, { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.record({ c: small }, { noNullPrototype: true }) },
);
const documentOf = (each: fc.Arbitrary<unknown>) =>
  fc.record({ a: each, b: each, d: fc.record({ e: each }) }, { requiredKeys: [], noNullPrototype: true });
const id = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom('1', '2', 'x', '😀', '\uffee'));
const documents = fc.oneof(
  fc.array(fc.tuple(id, documentOf(scalar)), { maxLength: 12 }),
  fc.array(fc.tuple(id, documentOf(small)), { maxLength: 12 }),
  fc.array(fc.tuple(id, documentOf(value)), { maxLength: 12 }),
);

const bound = fc.oneof(small, text, fc.boolean());
const operators = fc.oneof(
  ...['$gt', '$gte', '$lt', '$lte', '$eq', '$ne'].map((name) => bound.map((each) => ({ [name]: each }))),
  fc.tuple(bound, bound).map(([from, to]) => ({ $gte: from, $lt: to })),
  fc.array(scalar, { maxLength: 3 }).map((list) => ({ $in: list })),
  fc.array(fc.oneof(small, text), { maxLength: 3 }).map((list) => ({ $in: list })),
  fc.array(scalar, { maxLength: 3 }).map((list) => ({ $nin: list })),
  fc.constantFrom(
    { $regex: '^a' },
    { $exists: true },
    { $exists: false },
    { $not: { $gt: 0 } },
    { $eq: null },
  ),
);
const wanted = fc.oneof(scalar, operators);
const paths = { a: wanted, b: wanted, 'd.e': wanted, 'a.c': wanted };
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small' },
    fc.record(paths, { requiredKeys: [], noNullPrototype: true }),
    fc.record(
      { $or: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }), ...paths },
      { requiredKeys: ['$or'], noNullPrototype: true },
    ),
    fc.record({ $and: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }, { noNullPrototype: true }),
  ),
}));
const direction = fc.constantFrom<1 | -1>(1, -1);
const options = fc.record(
  {
    sort: fc.oneof(
      fc.record({ a: direction, b: direction }, { requiredKeys: [], noNullPrototype: true }),
      fc.record({ 'd.e': direction, a: direction }, { requiredKeys: ['d.e'], noNullPrototype: true }),
    ),
    skip: fc.integer({ min: 0, max: 3 }),
    limit: fc.integer({ min: 0, max: 5 }),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const suite: Projection = {
  name: 'suite',
  version: 1,
  views: ['some', 'none'],
  on: {},
  indexes: { some: [{ a: 1, b: -1 }, { 'd.e': 1 }] },
};

it('answers every query as memory does', async () => {
  const sqlite = sqliteReadModels({ path: ':memory:', projections: [suite] });
  const memory = memoryReadModels();
  await fc.assert(
    fc.asyncProperty(documents, filter, options, fc.boolean(), async (stored, asked, how, committed) => {
      for (const view of suite.views) {
        const answers = async (readModels: ReadModels) => {
          await readModels.drop('suite', 1, [view]);
          for (const [index, [key, document]] of stored.entries())
            await readModels.view<object>(view).put(key, document, at(index + 1));
          if (committed) await readModels.saveCheckpoint('suite', { version: 1, position: at(20) }, null);
          return {
            found: await readModels.view(view).find(asked, how),
            count: await readModels.view(view).count(asked),
            digest: await readModels.digest(view),
          };
        };
        expect(await answers(sqlite)).toEqual(await answers(memory));
      }
    }),
    { numRuns: 500 },
  );
  await sqlite.close();
});

it('writes as memory does, whatever is committed in between', async () => {
  const sqlite = sqliteReadModels({ path: ':memory:', projections: [suite] });
  const memory = memoryReadModels();
  const step = fc.record({
    kind: fc.constantFrom('put', 'patch', 'delete', 'commit', 'find'),
    id,
    position: fc.integer({ min: 1, max: 30 }),
    changes: fc.record(
      { a: fc.oneof(value, fc.constant(undefined)), b: value },
      { requiredKeys: [], noNullPrototype: true },
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const run = async (readModels: ReadModels): Promise<unknown[]> => {
        await readModels.drop('suite', 1, suite.views);
        const view = readModels.view<Record<string, unknown>>('some');
        const seen: unknown[] = [];
        for (const { kind, id: key, position, changes } of steps) {
          if (kind === 'put') seen.push(await view.put(key, changes, at(position)));
          if (kind === 'patch') seen.push(await view.patch(key, changes, at(position)));
          if (kind === 'delete') seen.push(await view.delete(key, at(position)));
          if (kind === 'find') seen.push(await view.find({ a: { $gte: 0 } }, { sort: { a: 1 } }));
          if (kind === 'commit')
            await readModels.saveCheckpoint('suite', { version: 1, position: at(position) }, null);
          seen.push(await view.get(key));
        }
        return [...seen, await readModels.checkpoint('suite'), await readModels.digest('some')];
      };
      expect(await run(sqlite)).toEqual(await run(memory));
    }),
    { numRuns: 300 },
  );
  await sqlite.close();
});
