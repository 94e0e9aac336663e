import { expect, it } from '@jest/globals';
import { PUBLISHED_STATE_ID, ROLES, type RoleName } from '@flagpost/contracts';
import { anEvent } from '../../testing/events.js';
import { eventRights, type EventRights } from './event-rights.js';

const BEFORE = Date.parse('2027-06-01T00:00:00Z');
const DURING = Date.parse('2027-06-06T08:00:00Z');
const rightsOf = (role: RoleName, changes = {}, now = BEFORE, clubId = 4): (keyof EventRights)[] => {
  const actor = { userId: 1, roles: [ROLES[role]], clubId: role === 'admin' ? null : clubId };
  return Object.entries(eventRights(actor, anEvent(changes), now)).flatMap(([name, may]) =>
    may ? [name as keyof EventRights] : [],
  );
};
const ORGANISE = [
  'mayRemove',
  'mayEdit',
  'mayPublish',
  'mayPostpone',
  'mayCopy',
  'mayEditMap',
  'mayManageCompetitors',
] as const;

it.each([
  ['admin', [...ORGANISE, 'mayResetLaps', 'mayWatch', 'mayCheck', 'maySeeLog']],
  ['planner', [...ORGANISE, 'mayWatch', 'mayCheck', 'maySeeLog']],
  ['viewer', ['mayEditMap', 'mayWatch']],
  ['director', ['mayResetLaps', 'mayWatch', 'mayCheck']],
  ['driver', []],
] as const)('of an event that comes, %s has %j', (role, rights) => {
  expect(rightsOf(role)).toEqual(rights);
});

it.each([
  ['admin', ['mayRemove', 'mayCopy', 'mayWatch', 'maySeeLog']],
  ['planner', ['mayRemove', 'mayCopy', 'mayWatch', 'maySeeLog']],
  ['viewer', ['mayWatch']],
  ['director', ['mayWatch']],
] as const)('of a past event, %s has %j', (role, rights) => {
  expect(rightsOf(role, { past: true })).toEqual(rights);
});

it('has nothing but the making of events in another club', () => {
  expect(rightsOf('planner', {}, BEFORE, 5)).toEqual(['mayCopy']);
  expect(rightsOf('director', {}, BEFORE, 5)).toEqual([]);
});

it('publishes once, and postpones what has not begun', () => {
  expect(rightsOf('planner', { stsId: PUBLISHED_STATE_ID })).not.toContain('mayPublish');
  expect(rightsOf('planner', {}, DURING)).not.toContain('mayPostpone');
});
