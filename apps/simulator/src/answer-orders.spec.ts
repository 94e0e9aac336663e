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

const answers = (confirmAfterMs: number | null) => {
  const phone = { record: (input: PhoneInput) => void said.push(input), flush: () => undefined };
  return createOrderAnswers({ phone, clock: time, scheduler: time, confirmAfterMs });
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
