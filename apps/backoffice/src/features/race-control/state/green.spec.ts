import { describe, expect, it } from '@jest/globals';
import { carLook, FLAGS, GREEN_SHOWN_MS, type FlagRow } from '@flagpost/contracts';
import { brightGreens, shownFlags } from './green.js';

const CARS = [{ invitationId: 1 }, { invitationId: 2 }];
const SENT = '2026-06-14T10:00:00.000Z';
const aRow = (changes: Partial<FlagRow>): FlagRow =>
  ({
    FlagId: 1,
    StateId: FLAGS.green,
    InvitationsSelected: [],
    SectorId: null,
    SentAt: SENT,
    ClearedAt: null,
    Confirmed: [],
    ...changes,
  }) as unknown as FlagRow;
const confirmedBy = (InvitationId: number) => [{ InvitationId, ConfirmedAt: SENT }];
const until = Date.parse(SENT) + GREEN_SHOWN_MS;

describe('green', () => {
  it('is bright for a minute on every car that has not confirmed it', () => {
    expect([...brightGreens([aRow({ Confirmed: confirmedBy(1) })], CARS)]).toEqual([[2, until]]);
  });

  it('counts from the newest green that a car was sent', () => {
    const newer = aRow({ FlagId: 2, InvitationsSelected: [1], Confirmed: confirmedBy(1) });
    expect([...brightGreens([newer, aRow({})], CARS)]).toEqual([[2, until]]);
  });

  it('is not that of a sector, nor another flag', () => {
    expect(brightGreens([aRow({ SectorId: 3 }), aRow({ StateId: FLAGS.red })], CARS).size).toBe(0);
  });

  it('leaves a car its default look once it is no longer bright', () => {
    const look = (track: typeof FLAGS.green | typeof FLAGS.red, isBright: boolean) =>
      carLook({
        sos: false,
        offline: false,
        stopped: false,
        flags: shownFlags({ track, driver: null, last: track }, isBright),
      });
    expect(look(FLAGS.green, true)).toBe(FLAGS.green);
    expect(look(FLAGS.green, false)).toBe('default');
    expect(look(FLAGS.red, false)).toBe(FLAGS.red);
  });
});
