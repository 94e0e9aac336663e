import { describe, expect, it } from '@jest/globals';
import { FLAGS, type FlagRow } from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { aFlag, aSnapshot, aSnapshotCar, EVENT_ID } from '../../../testing/race-data.js';
import { selectCautionCards } from './caution-cards.js';
import { selectTones } from './cautions.js';
import { takeRaceControl, takeSnapshot } from './lifted-reds.js';

const CARS = [1, 2, 3].map((id) => aSnapshotCar(id));
const at = (second: number): string => `2026-05-01T10:00:${String(second).padStart(2, '0')}.000Z`;
const red = aFlag(1, { StateId: FLAGS.red, SentAt: at(1) });
const aWithdrawal = {
  WithdrawalId: 7,
  InvitationsSelected: [],
  WithdrawnAt: at(9),
  WithdrawnBy: { Id: 9, Name: 'Ivo' },
  Shown: [],
  Confirmed: [],
};
const numbered = { eventId: EVENT_ID, streamId: 'stream', seq: 1 };

/** A race under red, as somebody else's screen has it. */
const underRed = () => {
  const store = createRaceStore();
  store.dispatch(takeSnapshot(aSnapshot({ cars: CARS, flags: [red] })));
  return {
    send: (flag: Partial<typeof red>) => {
      store.dispatch(
        takeRaceControl({
          ...numbered,
          action: 'flagSent',
          correlationId: 'other',
          flag: aFlag(2, { SentAt: at(9), SentBy: { Id: 9, Name: 'Ivo' }, ...flag }),
        }),
      );
    },
    store,
    cards: () => selectCautionCards(store.getState()),
    tones: () => selectTones(store.getState()),
  };
};

describe('red that somebody else lifts', () => {
  it('is a caution with how and by whom, until red is sent again', () => {
    const race = underRed();
    race.send({ StateId: FLAGS.green });
    expect(race.cards()).toEqual([
      {
        id: `lifted-${Date.parse(at(9))}`,
        kind: 'lifted',
        since: Date.parse(at(9)),
        how: FLAGS.green,
        by: 'Ivo',
      },
    ]);
    expect(race.tones()).toBe(1);
    race.send({ FlagId: 3, StateId: FLAGS.red, SentAt: at(12) });
    expect(race.cards()).toEqual([]);
  });

  it('is over if red was sent again while the link was lost, whatever came after', () => {
    const race = underRed();
    race.send({ StateId: FLAGS.green });
    const green = aFlag(2, { StateId: FLAGS.green, SentAt: at(9) });
    const arrives = (...flags: FlagRow[]) =>
      race.store.dispatch(takeSnapshot(aSnapshot({ cars: CARS, flags: [...flags, green, red] })));
    arrives();
    expect(race.cards()).toHaveLength(1);
    arrives(aFlag(3, { StateId: FLAGS.red, SentAt: at(12), ClearedAt: at(15) }));
    expect(race.cards()).toEqual([]);
  });

  it('is none while red stays in force: for a sector, for one car of three, by a driver’s flag', () => {
    const race = underRed();
    race.send({ StateId: FLAGS.yellow, SectorId: 4 });
    race.send({ FlagId: 3, StateId: FLAGS.yellow, InvitationsSelected: [2] });
    race.send({ FlagId: 4, StateId: FLAGS.black, InvitationsSelected: [2] });
    expect(race.cards()).toEqual([]);
  });

  it('is told where it was cleared or withdrawn', () => {
    const cleared = underRed();
    const by = { Id: 9, Name: 'Ivo' };
    cleared.store.dispatch(
      takeRaceControl({ ...numbered, action: 'flagsCleared', clearedAt: at(9), alertIds: [], by }),
    );
    expect(cleared.cards()).toMatchObject([{ kind: 'lifted', how: 'cleared', by: 'Ivo' }]);

    const withdrawn = underRed();
    withdrawn.store.dispatch(
      takeRaceControl({
        ...numbered,
        action: 'flagWithdrawn',
        flag: { ...red, Withdrawals: [aWithdrawal] },
        flags: [],
        sectorFlags: [],
      }),
    );
    expect(withdrawn.cards()).toMatchObject([{ kind: 'lifted', how: 'withdrawn', by: 'Ivo' }]);
  });

  it('is told after a lost link by the withdrawal, not by the flag before red that is in force again', () => {
    const yellow = aFlag(2, { StateId: FLAGS.yellow, SentAt: at(0) });
    const race = underRed();
    race.store.dispatch(
      takeSnapshot(aSnapshot({ cars: CARS, flags: [{ ...red, Withdrawals: [aWithdrawal] }, yellow] })),
    );
    expect(race.cards()).toMatchObject([{ kind: 'lifted', how: 'withdrawn', by: 'Ivo' }]);
  });

  it('is told after a lost link, and not to who opens late', () => {
    const race = underRed();
    const green = aFlag(2, { StateId: FLAGS.green, SentAt: at(9), SentBy: { Id: 9, Name: 'Ivo' } });
    race.store.dispatch(takeSnapshot(aSnapshot({ cars: CARS, flags: [green, red] })));
    expect(race.cards()).toMatchObject([{ kind: 'lifted', how: FLAGS.green, by: 'Ivo' }]);

    const by = { Id: 9, Name: 'Ivo' };
    const cleared = underRed();
    const ended = { ...red, ClearedAt: at(9), ClearedBy: by };
    cleared.store.dispatch(takeSnapshot(aSnapshot({ cars: CARS, flags: [ended] })));
    expect(cleared.cards()).toMatchObject([{ kind: 'lifted', how: 'cleared', by: 'Ivo' }]);
    expect(cleared.tones()).toBe(1);

    const late = createRaceStore();
    late.dispatch(takeSnapshot(aSnapshot({ cars: CARS, flags: [green, red] })));
    expect(selectCautionCards(late.getState())).toEqual([]);
  });
});
