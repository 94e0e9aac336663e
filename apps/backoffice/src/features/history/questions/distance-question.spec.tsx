import { afterEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import type { DistancesAnswer, PastStory } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/history.js';
import { NoticesProvider } from '../../../shared/ui/notices.js';
import { button, field, leave, ok, openAs } from '../../../testing/office.js';
import { useAsked } from './answer.js';
import { DistanceQuestion, type DistanceForm } from './distance-question.js';

const words = TEXTS.history.questions;
const car = (InvitationId: number, CarNumber: string, Name: string) => ({
  InvitationId,
  CarNumber,
  Name,
  Surname: 'Rossi',
  UserId: InvitationId,
  CategoryId: 1,
  Category: 'GT',
});
const STORY = {
  cars: [car(7, '3', 'Ada'), car(8, '5', 'Bea'), car(9, '23', 'Cleo'), car(10, '23', 'Dora')],
} as unknown as PastStory;
const ANSWER: DistancesAnswer = {
  eventId: 7,
  source: 'journal',
  truth: 'happened',
  instant: 0,
  car: { InvitationId: 7, CarNumber: '3', lat: 44, lng: 8, speedKph: 90, ageMs: 0 },
  others: [],
};

afterEach(leave);

const Question = (): ReactElement => {
  const [form, setForm] = useState<DistanceForm>({ car: '', other: '', at: null });
  return (
    <DistanceQuestion
      story={STORY}
      truth="happened"
      place={{ eventId: 7, gmtHoursAt: () => 0, truth: 'happened', onFollow: () => undefined }}
      instant={0}
      form={form}
      onChange={setForm}
      asked={useAsked<DistancesAnswer>()}
    />
  );
};
const open = () =>
  openAs(
    'viewer',
    '/history/7',
    { 'GET /history/7/distances': ok(ANSWER) },
    <NoticesProvider>
      <Question />
    </NoticesProvider>,
  );

it.each([
  ['', '', words.noCar],
  ['3, 5', '', words.oneCar],
  ['3', '5, 23', words.oneCar],
  ['4', '', words.unknownCars('4')],
  ['23', '', words.ambiguousCar('23', 'Cleo Rossi, Dora Rossi')],
])('from %j to %j is refused beside its field', async (from, to, fault) => {
  const { user, calls } = open();
  if (from !== '') await user.type(field(words.from), from);
  if (to !== '') await user.type(field(words.toCar), to);
  await user.click(button(words.ask));
  const wrong = field(to === '' ? words.from : words.toCar);
  expect(wrong.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(fault)).toBeTruthy();
  expect(calls.some(({ path }) => path.endsWith('/distances'))).toBe(false);
});

it('is asked from one car to another', async () => {
  const { user, calls } = open();
  await user.type(field(words.from), '3');
  await user.type(field(words.toCar), '5');
  await user.click(button(words.ask));
  expect(await screen.findByText(words.empty)).toBeTruthy();
  const query = calls.find(({ path }) => path.endsWith('/distances'))?.query;
  expect([query?.get('car'), query?.get('other')]).toEqual(['7', '8']);
});
