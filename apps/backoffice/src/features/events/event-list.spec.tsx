import { afterEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { PUBLISHED_STATE_ID, TOTAL_COUNT_HEADER, type EventRow } from '@flagpost/contracts';
import { anEventRow } from '../../testing/events.js';
import { button, field, leave, openAs } from '../../testing/office.js';
import type { Asked } from '../../testing/fetch.js';
import { TEXTS } from '../../shared/texts.js';

const words = TEXTS.events;

afterEach(leave);

const ALL = Array.from({ length: 23 }, (_, row) => anEventRow(row + 1));
/** Answers as the server does: a part of the rows, and how many there are. */
const answering =
  (rows: readonly EventRow[]) =>
  ({ query }: Asked) => {
    const first = Number(query.get('first'));
    const shown = rows.slice(first, first + Number(query.get('rows')));
    return { status: 200, body: shown, headers: { [TOTAL_COUNT_HEADER]: String(rows.length) } };
  };
const asked = (calls: readonly Asked[]) => {
  const last = calls.findLast(({ path }) => path === '/api/events/');
  return Object.fromEntries(last?.query ?? []);
};
const heads = (): (string | null)[] =>
  screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

it('shows the columns of the specification, with Institution for administrators', async () => {
  openAs('admin', '/', { 'GET /events/': answering([anEventRow(1, { State: PUBLISHED_STATE_ID })]) });
  const link = await screen.findByRole('link', { name: words.open('Ronde 1') });
  expect(link.getAttribute('href')).toBe('/event/1');
  expect(heads()).toEqual([
    ...['Name', 'Institution', 'Start and Finish Date', 'Localization', 'Country', 'Competitors (Invited)'],
    ...['Authorized', 'Published', 'CircuitName', TEXTS.list.actions],
  ]);
  const row = within(screen.getByRole('row', { name: /Ronde 1/ }));
  // The finish is on the next day by the clocks at the track, though not in UTC.
  for (const text of ['Scuderia Colline', '06/06/2027\u00a0- 06/08/2027', '40', '31', 'Yes'])
    expect(row.getByText(text, { normalizer: (each) => each })).toBeTruthy();
  expect(screen.getByText('Showing 1 to 1 of 1 events')).toBeTruthy();
  leave();
  openAs('viewer', '/events', { 'GET /events/': answering(ALL) });
  await screen.findByText('Ronde 1');
  expect(heads()).not.toContain('Institution');
});

it('marks in the name how ready an event is', async () => {
  const rows = (['ready', 'attention', 'missing'] as const).map((Ready, id) => anEventRow(id + 1, { Ready }));
  openAs('viewer', '/events', { 'GET /events/': answering([...rows, anEventRow(4, { Ready: null })]) });
  await screen.findByText('Ronde 4');
  const marks = screen.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'));
  expect(marks).toEqual(['Ready to race', 'Needs attention', 'Not ready to race']);
});

it('asks the server for a page, a search and an order', async () => {
  const { user, calls } = openAs('planner', '/events', { 'GET /events/': answering(ALL) });
  await screen.findByText('Showing 1 to 10 of 23 events');
  expect(asked(calls)).toEqual({ tab: 'current', first: '0', rows: '10' });
  await user.click(button(TEXTS.list.last));
  await screen.findByText('Showing 21 to 23 of 23 events');
  await user.selectOptions(field(TEXTS.list.perPage), '5');
  await screen.findByText('Showing 1 to 5 of 23 events');
  await user.click(button(words.heads.authorized));
  await user.click(button(words.heads.authorized));
  await user.type(field(words.search), 'Val');
  await waitFor(() =>
    expect(asked(calls)).toEqual({
      ...{ tab: 'current', first: '0', rows: '5' },
      ...{ search: 'Val', sort: 'Authorized', order: 'desc' },
    }),
  );
});

it('shows current events, then past ones by arrow key, under their titles', async () => {
  const { user, calls } = openAs('viewer', '/events', { 'GET /events/': answering(ALL) });
  expect(await screen.findByRole('heading', { name: 'Upcoming events' })).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Current events' }));
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByRole('heading', { name: 'Past events' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Past events' }));
  await waitFor(() => expect(asked(calls)['tab']).toBe('past'));
});

it('finds the list as its address says it, and goes to the last page where there are fewer', async () => {
  const { calls } = openAs('viewer', '/events?tab=past&page=9&rows=5&sort=0&down=', {
    'GET /events/': answering(ALL),
  });
  expect(await screen.findByText('Showing 21 to 23 of 23 events')).toBeTruthy();
  expect(asked(calls)).toEqual({ tab: 'past', first: '20', rows: '5', sort: 'Name', order: 'desc' });
});

it.each([
  ['admin', true],
  ['planner', true],
  ['viewer', false],
  ['director', false],
] as const)('offers a new event to %s: %s', async (role, isOffered) => {
  openAs(role, '/events', { 'GET /events/': answering([]) });
  expect(await screen.findByText('No events found.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New event' }) !== null).toBe(isOffered);
});

it('says what a deletion left in the address, and nothing that somebody else wrote there', async () => {
  openAs('planner', `/events/${encodeURIComponent('Event Deleted')}`, { 'GET /events/': answering([]) });
  expect(await screen.findByText('Event Deleted')).toBeTruthy();
  leave();
  openAs('planner', '/events/You%20won', { 'GET /events/': answering([]) });
  expect(await screen.findByText('No events found.')).toBeTruthy();
  expect(screen.queryByText('You won')).toBeNull();
});
