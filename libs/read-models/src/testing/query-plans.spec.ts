import { describe, expect, it } from '@jest/globals';
import { queryPlans } from './query-plans.js';

describe('the plan of a query', () => {
  const plan = queryPlans([
    {
      name: 'flags',
      version: 1,
      views: ['flags'],
      on: {},
      indexes: { flags: [{ eventId: 1, sentAt: -1, flagId: -1 }, { name: 1 }] },
    },
  ]);

  it('searches an index, in its order', () => {
    expect(plan('flags', { eventId: 1 }, { sentAt: -1, flagId: -1 })).toEqual([
      'SEARCH view_flags USING INDEX flags 0 (at eventId=?)',
    ]);
    expect(plan('flags', { name: { $gte: 'a', $lt: 'b' } }, { name: 1 })).toEqual([
      'SEARCH view_flags USING INDEX flags 1 (at name>? AND at name<?)',
    ]);
    expect(plan('flags', {}, { name: 1 })).toEqual(['SCAN view_flags USING INDEX flags 1']);
  });

  it('sorts where no index has the order, and scans where none has the field', () => {
    expect(plan('flags', { eventId: 1 }, { name: 1 })).toContain('USE TEMP B-TREE FOR ORDER BY');
    expect(plan('flags', { code: 806 })).toEqual(['SCAN view_flags']);
  });
});
