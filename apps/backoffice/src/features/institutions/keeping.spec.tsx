import { afterEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { REFUSALS, type KeepingAnswer } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts.js';
import {
  ADA,
  button,
  CLUB,
  field,
  KEEPING,
  leave,
  LICENCE,
  ok,
  openAs,
  refused,
} from '../../testing/office.js';

const words = TEXTS.keeping;
afterEach(leave);

const AT = '2026-11-25T17:30:00.000Z';
const race = (EventId: number, Name: string, EndsAt: string) => ({
  EventId,
  Name,
  Finish: '2026-01-10T16:00:00.000Z',
  TimeZone: 'Europe/Rome',
  EndsAt,
});
const LOSING: KeepingAnswer = {
  ...KEEPING,
  KeepDays: 30,
  InForceAt: AT,
  Races: [
    race(1, 'Rally Alba', AT),
    race(2, 'Rally Asti', AT),
    race(3, 'Rally Acqui', '2026-12-20T16:00:00.000Z'),
  ],
  Total: 3,
  AtOnce: 2,
};
const screenOf = {
  'GET /clubs/4': ok(CLUB),
  'GET /users/byClub/4': ok([ADA]),
  'GET /licenses/Current/4': ok(LICENCE),
};

it('says what a period deletes and when, asks, and offers to undo it for a day', async () => {
  let kept: KeepingAnswer = KEEPING;
  const { user, sent } = openAs('planner', '/club/4', {
    ...screenOf,
    'GET /keeping/4': ({ query }) => ok(query.get('days') === '30' ? LOSING : kept),
    'PUT /keeping/4': () => {
      kept = kept === KEEPING ? { ...LOSING, SetAt: AT, SetBy: { Id: 3, Name: 'Ada Byron' } } : KEEPING;
      return ok(kept);
    },
  });
  expect(await screen.findByText(words.forEver)).toBeTruthy();
  await user.click(button(words.change));
  await user.selectOptions(field(words.label), '30');
  const when = words.moment('11/25/2026', '18:30', 'UTC+1');
  expect(await screen.findByText(words.atOnce(2, when))).toBeTruthy();
  await user.click(button(words.save));
  const question = within(await screen.findByRole('dialog', { name: words.askTitle }));
  question.getByText(words.atOnce(2, when));
  question.getByText(words.later(1));
  question.getByText(words.scope);
  question.getByText('Rally Acqui');
  expect(document.activeElement).toBe(question.getByRole('button', { name: TEXTS.cancel }));
  expect(sent()).toEqual([]);
  await user.click(question.getByRole('button', { name: words.yes }));
  expect(await screen.findByText(words.grace(when))).toBeTruthy();
  expect(screen.getByText(words.scope, { exact: false })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(button(words.undo));
  expect(await screen.findByText(words.forEver)).toBeTruthy();
  expect(sent()).toEqual([
    { KeepDays: 30, Former: { KeepDays: null } },
    { KeepDays: null, Former: { KeepDays: 30 } },
  ]);
});

it('undoes no rule that somebody else has set meanwhile, and shows it', async () => {
  const mine: KeepingAnswer = { ...LOSING, SetAt: AT, SetBy: { Id: 3, Name: 'Ada Byron' } };
  const theirs: KeepingAnswer = { ...mine, KeepDays: 365, SetBy: { Id: 4, Name: 'Marie Curie' } };
  let kept = mine;
  const { user, sent } = openAs('planner', '/club/4', {
    ...screenOf,
    'GET /keeping/4': () => ok(kept),
    'PUT /keeping/4': () => {
      kept = theirs;
      const code = 'club.keepingChanged';
      return refused(418, { message: REFUSALS[code], code });
    },
  });
  await user.click(await screen.findByRole('button', { name: words.undo }));
  expect(await screen.findByText(REFUSALS['club.keepingChanged'])).toBeTruthy();
  expect(sent()).toEqual([{ KeepDays: null, Former: { KeepDays: 30 } }]);
  expect(await screen.findByText('Marie Curie', { exact: false })).toBeTruthy();
});

it('shows a viewer nothing of it', async () => {
  openAs('viewer', '/club/4', { ...screenOf, 'GET /keeping/4': ok(KEEPING) });
  await screen.findByText('2/5');
  expect(screen.queryByRole('heading', { name: words.title })).toBeNull();
});
