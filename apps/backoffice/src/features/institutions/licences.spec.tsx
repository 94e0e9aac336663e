import { afterEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { FIELD_TEXTS, REFUSALS } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts.js';
import { button, CLUB, field, KEEPING, leave, LICENCE, ok, openAs, refused } from '../../testing/office.js';

const words = TEXTS.licences;
const ENDED = { ...LICENCE, LicId: 8, From: '1999-01-01T12:00:00.000Z', To: '1999-12-31T12:00:00.000Z' };

afterEach(leave);

const screenOf = {
  'GET /clubs/4': ok(CLUB),
  'GET /licenses/Current/4': ok(LICENCE),
  'GET /keeping/4': ok(KEEPING),
  'GET /licenses/byClub/4': ok([LICENCE, ENDED]),
  'GET /settings': ok({ helpUrl: '/manual', supportEmail: 'help@flagpost.demo' }),
};

it('adds licences to the current one: shows the new total while typing, and sends that', async () => {
  const { user, sent } = openAs('admin', '/club/4', { ...screenOf, 'PUT /licenses/9': ok({ licId: 9 }) });
  await screen.findByText('2/5');
  await user.click(button(words.manage));
  const added = await screen.findByLabelText<HTMLInputElement>(words.added);
  expect(field(words.total).value).toBe('5');
  await user.clear(added);
  expect(screen.getByText('New total licenses: 5')).toBeTruthy();
  await user.type(added, '-');
  expect(screen.getByText('New total licenses: 5')).toBeTruthy();
  await user.type(added, '{Enter}');
  expect(await screen.findByText(FIELD_TEXTS.newLicences)).toBeTruthy();
  await user.clear(added);
  await user.type(added, '7{Enter}');
  expect(await screen.findByText('License Updated')).toBeTruthy();
  const { Total, From, To } = LICENCE;
  expect(sent()).toEqual([{ ClubId: 4, Total: 12, From, To, Former: { Total, From, To } }]);
  await waitFor(() => expect(document.activeElement).toBe(button(words.manage)));
});

it('adds to what another administrator has made of it meanwhile', async () => {
  const { Total, From } = LICENCE;
  const theirs = { Total: Total + 50, From, To: '2098-12-31T22:59:59.999Z' };
  let isSaved = false;
  const { user, sent } = openAs('admin', '/club/4', {
    ...screenOf,
    'GET /licenses/9': ok({ ...LICENCE, ...theirs }),
    'PUT /licenses/9': () => {
      const message = REFUSALS['licence.changed'];
      const answer = isSaved ? ok({ licId: 9 }) : refused(418, { message, code: 'licence.changed' });
      isSaved = true;
      return answer;
    },
  });
  await screen.findByText('2/5');
  await user.click(button(words.manage));
  const added = await screen.findByLabelText(words.added);
  await user.clear(added);
  await user.type(added, '20{Enter}');
  expect(await screen.findByText(REFUSALS['licence.changed'])).toBeTruthy();
  await user.click(button(TEXTS.ok));
  expect(screen.getByText('New total licenses: 75')).toBeTruthy();
  expect([words.total, words.to, words.added].map((name) => field(name).value)).toEqual([
    ...['55', '2098-12-31', '20'],
  ]);
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('License Updated')).toBeTruthy();
  expect(sent()[1]).toEqual({ ClubId: 4, ...theirs, Total: 75, Former: theirs });
});

it('grants the first licence where there is none, and shows why the server refuses', async () => {
  let isRefused = true;
  const { user, sent } = openAs('admin', '/club/4', {
    ...screenOf,
    'GET /licenses/Current/4': refused(404, { message: 'none' }),
    'POST /licenses/': () => (isRefused ? refused(418, { message: 'Another is there.' }) : ok({ licId: 1 })),
  });
  expect(await screen.findByText('No current active licences')).toBeTruthy();
  await user.click(button(words.manage));
  await user.type(await screen.findByLabelText(words.from), '2026-01-01');
  await user.type(field(words.to), '2026-12-31');
  await user.type(field(words.added), '3{Enter}');
  expect(await screen.findByText('Another is there.')).toBeTruthy();
  await user.click(button('Ok'));
  isRefused = false;
  await user.click(button(TEXTS.form.save));
  expect(await screen.findByText('License Created')).toBeTruthy();
  expect(sent()[1]).toMatchObject({ ClubId: 4, Total: 3 });
});

it('offers to edit what has not ended, to administrators', async () => {
  const { user } = openAs('admin', '/club/4', screenOf);
  await screen.findByText('2/5');
  await user.click(button(words.history));
  const history = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(history.getAllByRole('row')).toHaveLength(3));
  expect(history.getAllByRole('button', { name: /^Edit the license/ })).toHaveLength(1);
  await user.click(history.getByRole('button', { name: /^Edit the license/ }));
  expect((await screen.findByLabelText<HTMLInputElement>(words.total)).value).toBe('5');
});

it('grants the next licence from the history, while one is current', async () => {
  const { user, sent } = openAs('admin', '/club/4', { ...screenOf, 'POST /licenses/': ok({ licId: 10 }) });
  await screen.findByText('2/5');
  await user.click(button(words.history));
  await user.click(await screen.findByRole('button', { name: 'New license' }));
  expect((await screen.findByLabelText<HTMLInputElement>(words.from)).value).toBe('');
  await user.type(field(words.from), '2100-01-01');
  await user.type(field(words.to), '2100-12-31');
  await user.type(field(words.added), '3{Enter}');
  expect(await screen.findByText('License Created')).toBeTruthy();
  expect(sent()).toEqual([
    { ClubId: 4, Total: 3, From: '2099-12-31T23:00:00.000Z', To: '2100-12-31T22:59:59.999Z' },
  ]);
});

it('tells others whom to ask for more, and lets them look back only', async () => {
  const { user } = openAs('viewer', '/club/4', screenOf);
  await screen.findByText('2/5');
  await user.click(button(words.request));
  expect(await screen.findByText('You have reached your licenses limit')).toBeTruthy();
  expect(await screen.findByText(/help@flagpost\.demo/)).toBeTruthy();
  await user.click(button('Continue'));
  await waitFor(() => expect(document.activeElement).toBe(button(words.request)));
  await user.click(button(words.history));
  const history = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(history.getAllByRole('row')).toHaveLength(3));
  expect(history.queryByRole('button', { name: /^Edit the license/ })).toBeNull();
  expect(history.queryByRole('button', { name: words.create })).toBeNull();
});

it('lists every licence, each with the way to its institution; says so when there is none', async () => {
  openAs('admin', '/licensing', { 'GET /licenses/': ok([LICENCE]) });
  const link = await screen.findByRole('link', { name: TEXTS.institutions.open(CLUB.cluName) });
  expect(link.getAttribute('href')).toBe('/club/4');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['NAME', 'ASSIGNED', 'LICENSING PERIOD', 'EVENTS IN THIS PERIOD', TEXTS.list.actions],
  ]);
  expect(screen.getByRole('searchbox', { name: 'Search License' })).toBeTruthy();
  leave();
  openAs('admin', '/licensing');
  expect(await screen.findByText('No Licenses found.')).toBeTruthy();
});
