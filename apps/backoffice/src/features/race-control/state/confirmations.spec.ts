import { describe, expect, it } from '@jest/globals';
import { FLAGS } from '@flagpost/contracts';
import { aFlag } from '../../../testing/race-data.js';
import { missingByFlag } from './confirmations.js';

const cars = [1, 2, 3].map((invitationId) => ({ invitationId }));
const at = (second: number): string => new Date(Date.UTC(2026, 4, 1, 10, 0, second)).toISOString();
const by = (...ids: number[]) => ids.map((InvitationId) => ({ InvitationId, ConfirmedAt: at(59) }));
const yellow = (FlagId: number, changes: Parameters<typeof aFlag>[1] = {}) =>
  aFlag(FlagId, { StateId: FLAGS.yellow, SentAt: at(FlagId), ...changes });

const missing = (...oldestFirst: ReturnType<typeof aFlag>[]) =>
  Object.fromEntries(
    [...missingByFlag(oldestFirst.toReversed(), cars)].map(([id, missed]) => [
      id,
      missed.map(({ invitationId }) => invitationId),
    ]),
  );

describe('a flag has not been confirmed', () => {
  it('by those of its receivers that have not said so', () => {
    expect(missing(yellow(1, { Confirmed: by(2) }))).toEqual({ 1: [1, 3] });
    expect(missing(yellow(1, { InvitationsSelected: [2, 9] }))).toEqual({ 1: [2] });
  });

  it('by none that confirmed it when it was sent again', () => {
    const again = yellow(2, { InvitationsSelected: [1, 3], Confirmed: by(3) });
    expect(missing(yellow(1, { Confirmed: by(2) }), again)).toEqual({ 1: [1], 2: [1] });
    expect(missing(yellow(1, { Confirmed: by(2) }), again, yellow(3, { Confirmed: by(1) }))).toMatchObject({
      1: [],
      2: [],
    });
  });

  it('by a later flag of another kind, text or sector, nor after another flag or a clearing in between', () => {
    const confirmed = { Confirmed: by(1, 2, 3) };
    const all = [1, 2, 3];
    expect(missing(yellow(1), aFlag(2, { StateId: FLAGS.red, ...confirmed }))).toMatchObject({ 1: all });
    const message = { StateId: FLAGS.message };
    expect(
      missing(
        yellow(1, { ...message, Message: 'Pit in' }),
        yellow(2, { ...message, Message: 'Box', ...confirmed }),
      ),
    ).toMatchObject({ 1: all });
    expect(
      missing(yellow(1), aFlag(2, { StateId: FLAGS.green, InvitationsSelected: [1] }), yellow(3, confirmed)),
    ).toMatchObject({ 1: [1] });
    expect(missing(yellow(1, { ClearedAt: at(2) }), yellow(3, confirmed))).toMatchObject({ 1: all });
    expect(missing(yellow(1, { SectorId: 1 }), yellow(2, { SectorId: 2, ...confirmed }))).toMatchObject({
      1: all,
    });
  });

  it("while a driver's flag came in between", () => {
    const penalty = aFlag(2, { StateId: FLAGS.penalty, InvitationsSelected: [1] });
    expect(missing(yellow(1), penalty, yellow(3, { Confirmed: by(1, 2, 3) }))).toMatchObject({ 1: [] });
  });
});
