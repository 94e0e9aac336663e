import { expect, it } from '@jest/globals';
import { anAlert } from '../../testing/race-data.js';
import { arranged, cardOf, type HeldOrder } from './alert-order.js';

const alert = (car: number, isAnswered = false) =>
  anAlert(car, {
    InvitationId: car,
    AcknowledgedAt: isAnswered ? '2026-05-01T10:01:00.000Z' : null,
  });
const carsOf = (rows: ReturnType<typeof arranged>): number[] => rows.map(({ InvitationId }) => InvitationId);
const held: HeldOrder = { cars: [2, 1], card: 2 };

it('moves no alert under the pointer, and adds new ones below', () => {
  expect(carsOf(arranged([alert(1), alert(3), alert(2, true)], held))).toEqual([2, 1, 3]);
  expect(carsOf(arranged([alert(1), alert(2, true)], null))).toEqual([1, 2]);
});

it('shows the first as a card, and keeps the one under the pointer', () => {
  expect(cardOf([alert(1), alert(2)], null, null)?.InvitationId).toBe(1);
  expect(cardOf([alert(1), alert(2, true)], held, null)?.InvitationId).toBe(2);
  expect(cardOf([alert(1)], held, null)?.InvitationId).toBe(1);
  expect(cardOf([], held, 1)).toBeUndefined();
});

it('shows the chosen one until it is answered and another is not', () => {
  expect(cardOf([alert(1), alert(2)], null, 2)?.InvitationId).toBe(2);
  expect(cardOf([alert(1), alert(2, true)], null, 2)?.InvitationId).toBe(1);
  expect(cardOf([alert(1, true), alert(2, true)], null, 2)?.InvitationId).toBe(2);
});
