import { beforeEach, expect, it } from '@jest/globals';
import { NO_ORDERS, type CarOrders } from '@flagpost/contracts';
import { virtualTime, type VirtualTime } from '@flagpost/testing';
import { createOrderAnswers } from './answer-orders.js';
import type { PhoneInput } from './phone.js';

let time: VirtualTime;
let said: PhoneInput[];
beforeEach(() => {
  [time, said] = [virtualTime(), []];
});

const answers = (confirmAfterMs: number | null, answerAfterMs: number | null = null) => {
  const phone = { record: (input: PhoneInput) => void said.push(input), flush: () => undefined };
  return createOrderAnswers({ phone, clock: time, scheduler: time, confirmAfterMs, answerAfterMs });
};
const orders = (...ids: number[]): CarOrders => ({
  ...NO_ORDERS,
  unconfirmed: ids.map((id) => ({ id, type: 'flag', code: 801, message: null, sector: null, sentAt: 0 })),
});
const types = () => said.map(({ signal }) => [signal?.type, signal?.flagId]);

it('shows each order once, and confirms it after a while with its own time', async () => {
  const answer = answers(2_000);
  const began = time.now();
  answer(orders(31));
  answer(orders(31, 32));
  expect(types()).toEqual([
    ['flagShown', 31],
    ['flagShown', 32],
  ]);
  await time.advance(2_000);
  expect(types().slice(2)).toEqual([
    ['flagConfirmed', 31],
    ['flagConfirmed', 32],
  ]);
  expect(said[2]).toMatchObject({ t: began + 2_000, signal: { t: began + 2_000 } });
});

it('confirms nothing that was taken off its screen, or if the driver never does', async () => {
  const answer = answers(2_000);
  answer(orders(31));
  answer(orders());
  answers(null)(orders(32));
  await time.advance(60_000);
  expect(types()).toEqual([
    ['flagShown', 31],
    ['flagShown', 32],
  ]);
});

it('asks the driver once for each stop, who says OK of it unless the car has driven on', async () => {
  const answer = answers(null, 2_000);
  const stands = (since: number): CarOrders => ({ ...NO_ORDERS, question: { since } });
  answer(stands(1_000));
  answer(stands(1_000));
  await time.advance(2_000);
  answer(NO_ORDERS);
  answer(stands(90_000));
  answer(NO_ORDERS);
  await time.advance(60_000);
  answers(null)(stands(200_000));
  await time.advance(60_000);
  expect(said.map(({ signal }) => [signal?.type, signal?.since])).toEqual([
    ['questionShown', 1_000],
    ['ok', 1_000],
    ['questionShown', 90_000],
    ['questionShown', 200_000],
  ]);
});
