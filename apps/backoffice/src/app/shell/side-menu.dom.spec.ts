import { expect, it } from '@jest/globals';
import { ROLES, type RoleName } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/common.js';
import { menuOf } from './side-menu.js';

const { institutions, institution, licensing, events, categories, log } = TEXTS.menu;

it.each<[RoleName[], string[]]>([
  [['admin'], [institutions, licensing, events, log]],
  [['planner'], [institution, events, categories, log]],
  [['viewer'], [events]],
  [['director'], [events]],
  [
    ['viewer', 'planner'],
    [institution, events, categories, log],
  ],
  [['driver'], []],
])('offers %j %j', (roles, items) => {
  const clubId = roles.includes('admin') ? null : 4;
  const menu = menuOf({ userId: 1, roles: roles.map((role) => ROLES[role]), clubId });
  expect(menu.map(({ label }) => label)).toEqual(items);
});

it('leads a planner to their own institution and its categories', () => {
  const menu = menuOf({ userId: 1, roles: [ROLES.planner], clubId: 4 });
  expect(menu.map(({ to }) => to)).toEqual(['/club/4', '/events', '/categories/4', '/audit']);
});
