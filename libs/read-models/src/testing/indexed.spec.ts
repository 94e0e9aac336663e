import { describe, expect, it } from '@jest/globals';
import { isServed, rejectUnindexedQueries } from './indexed.js';
import { memoryReadModels } from '../memory/index.js';
import type { Filter, FindOptions } from '../port.js';
import { queryPlans } from './query-plans.js';

const INDEXES = [{ eventId: 1, sentAt: -1 }, { name: 1 }] as const;

describe('a query', () => {
  it.each<[string, boolean, Filter, FindOptions['sort']?]>([
    ['by the first path of an index', true, { eventId: 1 }],
    ['by the first path and others', true, { eventId: 1, clearedAt: null }],
    ['by a list of values', true, { name: { $in: ['a'] } }],
    ['by a range', true, { name: { $gte: 'a', $lt: 'b' } }],
    ['by id', true, { _id: 5 }],
    ['by a path that is not first', false, { sentAt: 5 }],
    ['by a path of no index', false, { clearedAt: null }],
    ['by what a value is not', false, { eventId: { $ne: 1 } }],
    ['by a regular expression', false, { name: /a/ }],
    ['by both of two', true, { $and: [{ clearedAt: null }, { eventId: 1 }] }],
    ['by either of two', true, { $or: [{ eventId: 1 }, { eventId: 2 }] }],
    ['by either of two of which one leads nowhere', false, { $or: [{ eventId: 1 }, { clearedAt: null }] }],
    ['for everything', true, {}],
    ['for everything in the order of an index', true, {}, { name: 1 }],
    ['for everything in another order', false, {}, { name: -1 }],
    ['for everything in the order of a path that is not first', false, {}, { sentAt: -1 }],
  ])('%s: served %s', (_, served, filter, ...[sort]) => {
    expect(isServed(INDEXES, filter, sort)).toBe(served);
  });

  it('that no index serves is refused, and its neighbours are answered', async () => {
    const flags = { name: 'flags', version: 1, views: ['flags'], on: {}, indexes: { flags: INDEXES } };
    const view = rejectUnindexedQueries(memoryReadModels(), [flags]).view('flags');
    expect(await view.find({ eventId: 1 })).toEqual([]);
    expect(await view.count({ eventId: 1 })).toBe(0);
    await expect(view.find({ code: 801 })).rejects.toThrow('No index of the view flags serves');
    await expect(view.count({ code: 801 })).rejects.toThrow('No index of the view flags serves');
    await expect(view.find({}, { sort: { code: 1 } })).rejects.toThrow('{"filter":{},"sort":{"code":1}}');
  });

  it('that SQLite would answer by a scan is refused', async () => {
    const flags = { name: 'flags', version: 1, views: ['flags'], on: {}, indexes: { flags: INDEXES } };
    const view = rejectUnindexedQueries(memoryReadModels(), [flags], queryPlans([flags])).view('flags');
    expect(await view.find({})).toEqual([]);
    expect(await view.find({ eventId: 1, clearedAt: null }, { sort: { sentAt: -1 } })).toEqual([]);
    expect(await view.count({ $or: [{ eventId: { $in: [1, 2] } }, { eventId: 4, name: 'a' }] })).toBe(0);
    // MongoDB's index has null; the condition for SQLite leaves such a list out.
    await expect(view.find({ name: { $in: ['a', null] } })).rejects.toThrow('SQLite scans the view flags');
  });
});
