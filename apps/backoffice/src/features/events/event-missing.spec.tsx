import { afterEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { TEXTS } from '../../shared/texts/race.js';
import { leave, openAs, refused } from '../../testing/office.js';

afterEach(leave);

it.each([
  ['/event/7', 'GET /events/7'],
  ['/drivers/7/false/null', 'GET /events/7'],
  ['/map/7', 'GET /events/7'],
  ['/check/7', 'GET /check/7'],
  ['/check/7/codes', 'GET /check/7'],
])('%s of an event that is not there has a way back, and no retry', async (path, call) => {
  openAs('planner', path, { [call]: refused(404, { message: 'Not there.' }) });
  expect(await screen.findByText(TEXTS.race.notFound)).toBeTruthy();
  expect(screen.getByRole('button', { name: TEXTS.toEvents })).toBeTruthy();
  expect(screen.queryByRole('button', { name: TEXTS.retry })).toBeNull();
});
