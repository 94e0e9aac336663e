import type { CheckAnswer, CheckCar } from '@flagpost/contracts';

const NOW = '2026-06-06T09:40:10.000Z';
let id = 0;

/** A car that is well, but for these changes. */
export const checkCar = (number: string | null, changes: Partial<CheckCar> = {}): CheckCar => ({
  InvitationId: (id += 1),
  CarNumber: number,
  Driver: `Driver ${number ?? ''}`,
  Category: 'GT',
  Authorized: true,
  HasDevice: true,
  HeardAt: '2026-06-06T09:40:08.000Z',
  AccuracyM: 6,
  Battery: 88,
  ClockMs: 0,
  App: 'flagpost',
  ShowsFlags: true,
  TestShownAt: null,
  TestConfirmedAt: null,
  ...changes,
});

export const checkAnswer = (Cars: CheckCar[], changes: Partial<CheckAnswer> = {}): CheckAnswer => ({
  Now: NOW,
  EventName: 'Rally Alba',
  Past: false,
  Test: null,
  Checked: null,
  Cars,
  ...changes,
});
