import { describe, expect, it } from '@jest/globals';
import { FLAGS, type FlagRow } from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { aFlag, aSnapshot, aSnapshotCar, EVENT_ID } from '../../../testing/race-data.js';
import {
  flagInForce,
  receiversOf,
  selectFlagInForce,
  selectFlagRows,
  selectOtherTrackFlags,
  selectRecentMessages,
} from './flags.js';
import { raceControlled, snapshotArrived } from './messages.js';

const cars = [1, 2, 3].map((invitationId) => ({ invitationId }));
const at = '2026-05-01T10:00:05.000Z';

describe("a flag's receivers", () => {
  it('are every car where nobody is named', () => {
    expect(receiversOf(aFlag(1), cars)).toEqual(cars);
  });

  it('are those named that are still in the race', () => {
    expect(receiversOf(aFlag(1, { InvitationsSelected: [3, 9] }), cars)).toEqual([{ invitationId: 3 }]);
  });
});

describe('the flag in force', () => {
  const confirmedBy = (...ids: number[]) => ids.map((InvitationId) => ({ InvitationId, ConfirmedAt: at }));
  const toAll = aFlag(1, { StateId: FLAGS.green, Confirmed: confirmedBy(1, 2) });
  const again = aFlag(2, { StateId: FLAGS.green, InvitationsSelected: [3], Confirmed: confirmedBy(3) });

  it('is the newest track flag that was not cleared', () => {
    expect(flagInForce([aFlag(3, { StateId: FLAGS.penalty }), aFlag(2), toAll], cars)?.FlagId).toBe(2);
    expect(flagInForce([aFlag(2, { ClearedAt: at }), toAll], cars)?.FlagId).toBe(1);
    expect(flagInForce([], cars)).toBeNull();
  });

  it('stays the one to all cars when it is sent again to some, and counts both', () => {
    const flag = flagInForce([again, toAll], cars);
    expect(flag).toMatchObject({ FlagId: 1, InvitationsSelected: [] });
    expect(flag?.Confirmed.map(({ InvitationId }) => InvitationId).sort()).toEqual([1, 2, 3]);
  });

  it('stays the one to all cars while some are under another', () => {
    const red = aFlag(3, { StateId: FLAGS.red });
    const yellow = aFlag(4, { StateId: FLAGS.yellow, InvitationsSelected: [1, 2] });
    expect(flagInForce([yellow, red, toAll], cars)?.FlagId).toBe(3);
  });

  it('is the one of most cars where none went to all, and none where that is of a few', () => {
    const ofTwo = aFlag(5, { InvitationsSelected: [1, 2] });
    const ofOne = aFlag(6, { InvitationsSelected: [3] });
    expect(flagInForce([ofOne, ofTwo], cars)?.FlagId).toBe(5);
    expect(flagInForce([ofOne], cars)).toBeNull();
    expect(flagInForce([aFlag(7, { InvitationsSelected: [1, 2, 3] }), toAll], cars)?.FlagId).toBe(7);
  });

  it('leaves the cars under another flag to be counted', () => {
    const store = createRaceStore();
    store.dispatch(
      snapshotArrived(
        aSnapshot({
          cars: [
            aSnapshotCar(1, { TrackFlag: FLAGS.yellow }),
            aSnapshotCar(2, { TrackFlag: FLAGS.red }),
            aSnapshotCar(3, { TrackFlag: FLAGS.red }),
          ],
          flags: [
            aFlag(2, { StateId: FLAGS.yellow, InvitationsSelected: [1] }),
            aFlag(1, { StateId: FLAGS.red }),
          ],
        }),
      ),
    );
    expect([...selectOtherTrackFlags(store.getState())]).toEqual([[FLAGS.yellow, 1]]);
  });
});

it('the last messages are the ten newest texts, each once, without the texts of other flags', () => {
  const store = createRaceStore();
  const texts = ['Box', ...Array.from({ length: 11 }, (_, index) => `Message ${index}`), 'Box'];
  const messages = texts.map((Message, index) => aFlag(index + 1, { StateId: FLAGS.message, Message }));
  const sector = aFlag(99, { StateId: FLAGS.yellow, Message: 'Sector 2' });
  store.dispatch(snapshotArrived(aSnapshot({ flags: [sector, ...messages] })));
  expect(selectRecentMessages(store.getState())).toEqual(texts.slice(0, 10));
});

describe('however many flags follow', () => {
  /** A race of three cars that is sent these flags; their ids are 1, 2, 3 and so on. */
  const sent = (...flags: Partial<FlagRow>[]) => {
    const store = createRaceStore();
    store.dispatch(snapshotArrived(aSnapshot({ flags: [] })));
    flags.forEach((changes, index) => {
      const [flag, numbered] = [aFlag(index + 1, changes), { eventId: EVENT_ID, streamId: 's', seq: index }];
      const correlationId = `c${index}`;
      store.dispatch(raceControlled({ ...numbered, action: 'flagSent', flag, correlationId }));
    });
    return store;
  };
  const others = (changes: Partial<FlagRow>) => Array<Partial<FlagRow>>(298).fill(changes);
  const ofSector = others({ StateId: FLAGS.yellow, SectorId: 4 });
  const idsOf = (store: ReturnType<typeof sent>) =>
    selectFlagRows(store.getState()).map(({ FlagId }) => FlagId);

  it('keeps the last messages', () => {
    const store = sent({ StateId: FLAGS.message, Message: 'Box' }, ...ofSector);
    expect(selectRecentMessages(store.getState())).toEqual(['Box']);
    expect(selectFlagRows(store.getState())).toHaveLength(201);
  });

  it('keeps the flag in force, and the one before it, to which a withdrawal leads back', () => {
    const red = { StateId: FLAGS.red, InvitationsSelected: [] };
    const store = sent(red, { StateId: FLAGS.safetyCar }, ...ofSector);
    expect(selectFlagInForce(store.getState())?.StateId).toBe(FLAGS.safetyCar);
    expect(idsOf(store).slice(-2)).toEqual([2, 1]);
  });

  it('keeps the flag in force of each car and of each sector, but none that another has replaced', () => {
    const [one, two] = [{ InvitationsSelected: [1] }, { InvitationsSelected: [1, 2] }];
    const store = sent(
      { StateId: FLAGS.yellow, ...one },
      { StateId: FLAGS.black, ...one },
      { StateId: FLAGS.yellow, SectorId: 3 },
      { StateId: FLAGS.white, SectorId: 3 },
      { StateId: FLAGS.red, ...two },
      { StateId: FLAGS.yellow, ...one },
      ...others({ StateId: FLAGS.message, ...one }),
    );
    expect(idsOf(store).slice(-5)).toEqual([105, 6, 5, 4, 2]);
  });

  it('keeps none that is over: it was cleared, or taken back from all its cars', () => {
    const withdrawnFrom = (...InvitationsSelected: number[]): FlagRow['Withdrawals'] => [
      {
        WithdrawalId: 900,
        InvitationsSelected,
        WithdrawnAt: at,
        WithdrawnBy: { Id: 3, Name: 'Dora' },
        Shown: [],
        Confirmed: [],
      },
    ];
    const store = sent(
      { StateId: FLAGS.red, ClearedAt: at },
      { StateId: FLAGS.red, Withdrawals: withdrawnFrom() },
      { StateId: FLAGS.black, InvitationsSelected: [1], Withdrawals: withdrawnFrom(1) },
      ...others({ StateId: FLAGS.message, InvitationsSelected: [1] }),
    );
    expect(idsOf(store).at(-1)).toBe(102);
  });
});
