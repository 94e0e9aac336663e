import { expect, it } from '@jest/globals';
import type { CarOrder } from '@flagpost/contracts';
import { NOTHING_KEPT, type Kept } from './database.js';
import { createDriverAnswers } from './driver-answers.js';

const start = (before: Partial<Kept> = {}) => {
  let kept: Kept = { ...NOTHING_KEPT, ...before };
  const answers = createDriverAnswers(kept, (change) => {
    kept = { ...kept, ...change };
  });
  return { answers, kept: () => kept };
};
const having = (...ids: number[]) => ({ unconfirmed: ids.map((id) => ({ id }) as CarOrder) });

it('shows each order, question and test once, also after a reload', () => {
  const { answers, kept } = start();
  expect([answers.show(1), answers.show(1), answers.show(2)]).toEqual([true, false, true]);
  expect([answers.showQuestion(70), answers.showQuestion(70)]).toEqual([true, false]);
  expect([answers.showTest(4), answers.showTest(4)]).toEqual([true, false]);
  const later = start(kept()).answers;
  expect([later.show(1), later.showQuestion(70)]).toEqual([false, false]);
});

it('confirms an order again that the server still has after ten seconds, or after a reload', () => {
  const { answers, kept } = start();
  answers.confirm(1, 0);
  expect(answers.confirmAgain(having(1, 2), 9_999)).toEqual([]);
  expect(answers.confirmAgain(having(1, 2), 10_000)).toEqual([1]);
  expect(answers.confirmAgain(having(1, 2), 10_001)).toEqual([]);
  expect(start(kept()).answers.confirmAgain(having(1), 0)).toEqual([1]);
});

it('forgets orders that the server has no longer', () => {
  const { answers, kept } = start();
  for (const id of [1, 2]) {
    answers.show(id);
    answers.confirm(id, 0);
  }
  answers.answer(70);
  answers.confirmTest(4);
  answers.keepOnly(having(2));
  expect(answers.done()).toEqual({ confirmed: new Set([2]), answered: 70, tested: 4 });
  expect(kept()).toMatchObject({ shown: [2], confirmed: [2], answered: 70, tested: 4 });
});
