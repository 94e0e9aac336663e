import { describe, expect, it } from '@jest/globals';
import { ALARMS, FLAGS } from '@flagpost/contracts';
import { aFlag } from '../../../testing/race-data.js';
import { confirmedBy, isOverdue, orderStateOf, overdueFrom } from './order-states.js';

const SENT = Date.UTC(2026, 4, 1, 10);
const iso = (ms: number): string => new Date(SENT + ms).toISOString();
const car = { invitationId: 1 };
const away = { 1: { isReachable: false, since: SENT - 5_000 } };

describe('a flag is with a car', () => {
  const flag = aFlag(1, { StateId: FLAGS.red, SentAt: iso(0) });
  const shown = { ...flag, Shown: [{ InvitationId: 1, ShownAt: iso(700) }] };

  it('sent, shown or out of reach, each with its time', () => {
    expect(orderStateOf(flag, car, null)).toEqual({ kind: 'queued', at: SENT });
    expect(orderStateOf(shown, car, away)).toEqual({ kind: 'delivered', at: SENT + 700 });
    expect(orderStateOf(flag, car, away)).toEqual({ kind: 'notReachable', at: SENT - 5_000 });
  });

  it('confirmed, the first before the others', () => {
    const Confirmed = [3, 1, 9].map((InvitationId, at) => ({ InvitationId, ConfirmedAt: iso(at * 1_000) }));
    const cars = [1, 2, 3].map((invitationId) => ({ invitationId }));
    expect(confirmedBy({ Confirmed }, cars)).toEqual([
      { car: { invitationId: 3 }, at: SENT },
      { car: { invitationId: 1 }, at: SENT + 1_000 },
    ]);
  });
});

describe('a confirmation is overdue', () => {
  it.each([FLAGS.red, FLAGS.black])('of flag %p after 30 s', (StateId) => {
    const flag = aFlag(1, { StateId, SentAt: iso(0) });
    expect(overdueFrom(flag)).toBe(SENT + ALARMS.unconfirmedAfterMs);
    expect([isOverdue(flag, SENT + 29_999), isOverdue(flag, SENT + 30_000)]).toEqual([false, true]);
  });

  it('never of a flag that needs no answer', () => {
    const flag = aFlag(1, { StateId: FLAGS.yellow, SentAt: iso(0) });
    expect([overdueFrom(flag), isOverdue(flag, SENT + 3_600_000)]).toEqual([null, false]);
  });
});
