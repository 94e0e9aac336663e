import { expect, it } from '@jest/globals';
import {
  cancelled,
  held,
  heldPart,
  isDue,
  learned,
  mayCancel,
  NO_SOS,
  phaseOf,
  pressed,
  released,
  sent,
  SOS,
} from './sos.js';

const called = held(pressed(NO_SOS, 0), SOS.holdMs);
const AT = SOS.holdMs;

it('is called by a hold of three seconds, and by nothing shorter', () => {
  const pressing = pressed(NO_SOS, 0);
  expect([heldPart(pressing, 1_500), phaseOf(pressing)]).toEqual([0.5, 'holding']);
  expect(held(pressing, SOS.holdMs - 1)).toBe(pressing);
  expect(phaseOf(released(pressing))).toBe('none');
  expect([called.calledAt, phaseOf(called)]).toEqual([AT, 'sending']);
});

it('can be cancelled for five seconds', () => {
  expect([mayCancel(called, AT + 4_999), mayCancel(called, AT + 5_000)]).toEqual([true, false]);
  expect(phaseOf(cancelled(called, AT + 4_999))).toBe('none');
  expect(cancelled(called, AT + 5_000)).toBe(called);
});

it('is sent again until a person has acknowledged it', () => {
  expect(isDue(called, AT)).toBe(true);
  const once = sent(called, AT);
  expect([isDue(once, AT + 4_999), isDue(once, AT + 5_000)]).toEqual([false, true]);
  const received = learned(once, { since: AT, acknowledgedAt: null });
  expect(phaseOf(received)).toBe('received');
  expect([isDue(received, AT + 14_999), isDue(received, AT + 15_000)]).toEqual([false, true]);
  const seen = learned(received, { since: AT, acknowledgedAt: AT + 60_000 });
  expect([phaseOf(seen), isDue(seen, AT + 9e6)]).toEqual(['acknowledged', false]);
});

it('is sent again, and cannot be cancelled any more, after the clock was set back', () => {
  const once = sent(called, AT);
  expect([isDue(once, AT - 600_000), mayCancel(once, AT - 600_000)]).toEqual([true, false]);
  expect(isDue(sent(once, AT - 600_000), AT - 600_000 + 4_999)).toBe(false);
});

it('is over when race control has cleared it, and not while it has not arrived', () => {
  expect(phaseOf(learned(called, null))).toBe('sending');
  const received = learned(called, { since: AT, acknowledgedAt: null });
  expect(phaseOf(learned(received, null))).toBe('none');
});

it('is shown after a reload, or from another device', () => {
  expect(phaseOf(learned(NO_SOS, { since: 1, acknowledgedAt: null }))).toBe('received');
});

it('is not called twice', () => {
  expect(pressed(called, AT + 1)).toBe(called);
});
