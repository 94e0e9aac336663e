import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Query } from 'mingo';
import type { Filter } from '../port.js';
import { plainFilter } from './plain-filter.js';

const value = fc.oneof(
  fc.integer({ min: -2, max: 2 }),
  fc.constantFrom('', 'a', 'ab', 'B', '1'),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: 2 }),
  fc.record({ c: fc.integer({ min: -2, max: 2 }) }, { noNullPrototype: true }),
);
const documents = fc.record({ a: value, b: value }, { requiredKeys: [], noNullPrototype: true });
const bound = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom('a', 'ab'));
const operators = fc.oneof(
  ...['$gt', '$gte', '$lt', '$lte', '$eq', '$ne'].map((name) => bound.map((each) => ({ [name]: each }))),
  fc.tuple(bound, bound).map(([from, to]) => ({ $gte: from, $lt: to })),
  fc.constantFrom(
    { $regex: '^a' },
    { $regex: 'b' },
    { $exists: true },
    { $in: [1, 'a'] },
    { $in: [] },
    { $nin: [1, 'a', 2] },
    {
      $nin: [],
    },
  ),
);
const wanted = fc.oneof(
  fc.integer({ min: -2, max: 2 }),
  fc.constantFrom('a', '1', true, false, null),
  operators,
);
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small' },
    fc.record({ a: wanted, b: wanted, 'a.c': wanted }, { requiredKeys: [] }),
    fc.record(
      { $or: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }), a: wanted },
      { requiredKeys: ['$or'] },
    ),
    fc.record({ $and: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
  ),
}));

it('decides as the general evaluation does, or leaves it to that', () => {
  fc.assert(
    fc.property(filter, documents, (asked, document) => {
      const decided = plainFilter(asked)(document);
      fc.pre(decided !== null);
      expect(decided).toBe(new Query(asked).test(document));
    }),
    { numRuns: 2_000 },
  );
});

it('decides what lists ask', () => {
  const asked: Filter = {
    clubId: 1,
    status: { $ne: 'removed' },
    eventId: { $in: [4, 5] },
    userId: { $nin: [6, 7] },
    finishesAt: { $gte: 5 },
    $or: [{ published: false }, { startsAt: { $gt: 5 } }],
    $and: [{ $or: [{ name: { $regex: 'alba' } }, { place: { $regex: 'alba' } }] }],
  };
  const ids = { clubId: 1, eventId: 4, userId: 8, status: 'enabled' };
  const event = { ...ids, finishesAt: 9, startsAt: 6, published: true, name: 'ronde', place: 'alba' };
  const decide = plainFilter(asked);
  expect(decide(event)).toBe(true);
  for (const changes of [
    { clubId: 2 },
    { status: 'removed' },
    { eventId: 6 },
    { userId: 7 },
    { finishesAt: 4 },
    { startsAt: 5 },
    { place: 'asti' },
  ])
    expect(decide({ ...event, ...changes })).toBe(false);
  expect(decide({ ...event, clubId: [1] })).toBeNull();
});
