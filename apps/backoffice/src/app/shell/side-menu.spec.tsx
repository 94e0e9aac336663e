import { afterEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { isOfEvents, PATHS } from '../../shared/paths.js';
import { leave, openAs } from '../../testing/office.js';

afterEach(leave);

it.each([
  ['planner', '/drivers/7/false/null', 'Events'],
  ['planner', '/circuits', 'Events'],
  ['planner', '/tracks', 'Events'],
  ['planner', '/categories/4', 'Categories'],
  ['admin', '/licensing', 'Licensing'],
] as const)('marks for a %s at %s where they are: %s', async (role, path, marked) => {
  const { user } = openAs(role, path);
  await user.click(await screen.findByRole('button', { name: 'Open menu' }));
  const items = screen.getAllByRole('link').filter(({ className }) => className === 'menu-item active');
  expect(items.map(({ textContent }) => textContent)).toEqual([marked]);
});

it('knows the screens of an event, and those of nothing but an event', () => {
  const { event, competitors, liveMap, history, check, drawing, mapTrack, sectors } = PATHS;
  for (const path of [event, competitors, liveMap, history, check, drawing, mapTrack, sectors])
    expect(isOfEvents(path(7))).toBe(true);
  for (const path of [PATHS.home, PATHS.audit, PATHS.institution(7), PATHS.categories(7), '/eventual'])
    expect(isOfEvents(path)).toBe(false);
});
