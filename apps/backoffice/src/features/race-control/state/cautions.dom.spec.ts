import { describe, expect, it } from '@jest/globals';
import {
  FLAGS,
  type CarReportRow,
  type RaceControlChange,
  type RouteChangeRow,
  type SnapshotTakenOffCar,
  type StopRow,
} from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { aFlag, aLiveCar, aSnapshot, aSnapshotCar, EVENT_ID } from '../../../testing/race-data.js';
import { reportOverdueFlags } from '../live/overdue-flags.js';
import { selectCautionCards } from './caution-cards.js';
import { cautionDismissed, selectNotices, selectTones } from './cautions.js';
import { selectFeed } from './feed.js';
import { linkLost, linkRefused } from './link.js';
import {
  fieldChanged,
  flagConfirmed,
  hazardReported,
  raceControlled,
  raceOpened,
  snapshotArrived,
  type FieldChange,
} from './messages.js';

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const START = Date.parse('2026-05-01T10:00:00.000Z');
const numbered = (seq: number) => ({ eventId: EVENT_ID, streamId: 'stream', seq });

/** A race of 24 cars. */
const aRace = () => {
  const store = createRaceStore();
  const cars = range(1, 24).map((id) => aSnapshotCar(id));
  store.dispatch(snapshotArrived(aSnapshot({ cars })));
  const news = (at: number, changes: Partial<FieldChange>): void =>
    void store.dispatch(
      fieldChanged({ at, stood: [], left: [], silent: [], heard: [], heardCount: 24, ...changes }),
    );
  return {
    store,
    stand: (at: number, ...stood: number[]) => news(at, { stood }),
    leave: (at: number, ...left: number[]) => news(at, { left }),
    /** `heardCount` are heard after it. */
    silent: (at: number, ids: number[], heardCount: number) =>
      news(at, { silent: ids.map((invitationId) => ({ invitationId, at })), heardCount }),
    hear: (at: number, heard: number[]) => news(at, { heard }),
    tones: () => selectTones(store.getState()),
    notices: () => selectNotices(store.getState()),
    cards: () =>
      selectCautionCards(store.getState()).map((card) => ({
        ...card,
        ...('cars' in card &&
          card.kind !== 'takenOff' && { cars: card.cars.map(({ invitationId }) => invitationId) }),
      })),
  };
};

describe('a car stopped outside the boxes', () => {
  it('is a card, a tone and a line; the card goes when the car moves', () => {
    const race = aRace();
    race.stand(START, 7);
    expect(race.cards()).toEqual([
      { id: 'stopped-7', kind: 'stopped', since: START, askedAt: null, cars: [7] },
    ]);
    expect(race.tones()).toBe(1);
    race.leave(START + 5_000, 7);
    expect(race.cards()).toEqual([]);
    expect(race.tones()).toBe(1);
    expect(race.notices()).toEqual([{ kind: 'stopped', at: START, invitationId: 7 }]);
  });

  it('stays dismissed until it has moved', () => {
    const race = aRace();
    race.stand(START, 7);
    race.store.dispatch(cautionDismissed('stopped-7'));
    expect(race.cards()).toEqual([]);
    race.leave(START + 5_000, 7);
    race.stand(START + 60_000, 7);
    expect(race.cards()).toHaveLength(1);
  });

  it('is one of ten cards at most: the eleventh within a minute makes one of all', () => {
    const race = aRace();
    range(1, 10).forEach((id) => race.stand(START + id * 1_000, id));
    expect(race.cards()).toHaveLength(10);
    race.stand(START + 11_000, 11);
    expect(race.cards()).toMatchObject([{ id: 'stopped', since: START + 1_000 }]);
    expect(race.cards()[0]).toHaveProperty('cars.length', 11);
    expect(race.tones()).toBe(11);
    race.stand(START + 12_000, 12);
    expect(race.cards()).toHaveLength(1);
    expect(race.tones()).toBe(11);
  });

  it('with the whole field on the grid is one card and one tone', () => {
    const race = aRace();
    race.stand(START, ...range(1, 24));
    expect(race.cards()).toMatchObject([{ id: 'stopped' }]);
    expect(race.tones()).toBe(1);
    race.leave(START + 90_000, ...range(1, 23));
    expect(race.cards()).toMatchObject([{ id: 'stopped', cars: [24] }]);
    race.stand(START + 100_000, 3);
    expect(race.cards().map(({ id }) => id)).toEqual(['stopped-3', 'stopped']);
    expect(race.tones()).toBe(2);
  });

  it('on a grid that fills slowly is on one card too, and still heard', () => {
    const race = aRace();
    range(1, 24).forEach((id) => race.stand(START + id * 10_000, id));
    expect(race.cards()).toMatchObject([{ id: 'stopped' }]);
    expect(race.tones()).toBe(24);
  });

  it('is dismissed with all of its card', () => {
    const race = aRace();
    race.stand(START, ...range(1, 24));
    race.store.dispatch(cautionDismissed('stopped'));
    expect(race.cards()).toEqual([]);
  });
});

describe('cars that fall silent', () => {
  it('one by one are silent lines', () => {
    const race = aRace();
    race.silent(START, [1], 23);
    race.silent(START + 1_000, [2, 3], 21);
    expect(race.notices().map(({ kind }) => kind)).toEqual(['offline', 'offline', 'offline']);
    expect(race.cards()).toEqual([]);
    expect(race.tones()).toBe(0);
  });

  it('are one caution, and one line in place of theirs, when half the field does within 15 s', () => {
    const race = aRace();
    race.silent(START, range(1, 11), 13);
    race.silent(START + 15_000, range(12, 23), 1);
    expect(race.cards()).toEqual([{ id: 'silence', kind: 'silence', since: START, count: 23, of: 24 }]);
    expect(race.notices()).toEqual([{ kind: 'silence', at: START + 15_000, count: 23, of: 24 }]);
    expect(race.tones()).toBe(1);
  });

  it('over a longer time are lines', () => {
    const race = aRace();
    race.silent(START, range(1, 11), 13);
    race.silent(START + 15_001, [12], 12);
    expect(race.cards()).toEqual([]);
    expect(race.notices()).toHaveLength(12);
  });

  it('end the caution when most of them are heard', () => {
    const race = aRace();
    race.silent(START, range(1, 23), 1);
    race.hear(START + 10_000, range(1, 11));
    expect(race.cards()).toMatchObject([{ count: 12, of: 24 }]);
    race.hear(START + 11_000, [12]);
    expect(race.cards()).toEqual([]);
  });

  it('alone are no field', () => {
    const race = aRace();
    race.silent(START, [1], 1);
    expect(race.cards()).toEqual([]);
  });

  it('after the caution was dismissed are lines again', () => {
    const race = aRace();
    race.silent(START, range(1, 12), 12);
    race.store.dispatch(cautionDismissed('silence'));
    race.silent(START + 60_000, [13], 11);
    expect(race.cards()).toEqual([]);
    expect(race.notices().at(-1)).toEqual({ kind: 'offline', at: START + 60_000, invitationId: 13 });
  });
});

describe('what a driver reports', () => {
  const report = (Report: 'ok' | 'hazard', InvitationId: number, at: number, seq = 1) =>
    raceControlled({
      ...numbered(seq),
      action: 'carReported',
      report: {
        Report,
        InvitationId,
        CarNumber: String(InvitationId),
        ReportedAt: new Date(at).toISOString(),
        StoppedAt: null,
      },
    });

  it('quietens the caution of a stopped car if it is OK, and stands in the feed', () => {
    const race = aRace();
    race.stand(START, 7, 8);
    race.store.dispatch(report('ok', 7, START + 20_000));
    expect(race.cards()).toEqual([
      { id: 'stopped-8', kind: 'stopped', since: START, askedAt: null, cars: [8] },
    ]);
    expect(selectFeed(race.store.getState()).map(({ kind }) => kind)).toContain('ok');
  });

  it('quietens it before it is raised, but not the next stop', () => {
    const race = aRace();
    race.store.dispatch(report('ok', 7, START - 8_000));
    race.stand(START, 7);
    expect([race.cards(), race.tones()]).toEqual([[], 0]);
    race.leave(START + 30_000, 7);
    race.stand(START + 60_000, 7);
    expect(race.cards()).toMatchObject([{ id: 'stopped-7' }]);
    race.store.dispatch(report('ok', 7, START + 40_000));
    expect([race.cards().length, race.tones()]).toEqual([1, 1]);
  });

  it('is a card and a tone if it is a hazard, the newest of each car, until it is dismissed', () => {
    const race = aRace();
    const place = { lat: 44.6, lng: 8.1, at: START };
    const hazard = (invitationId: number, at: number) => hazardReported({ invitationId, at, place });
    race.store.dispatch(hazard(7, START));
    race.store.dispatch(hazard(9, START + 1_000));
    race.store.dispatch(hazard(7, START + 20_000));
    expect(race.cards()).toMatchObject([
      { id: 'hazard-7', since: START + 20_000, cars: [7], place },
      { id: 'hazard-9', since: START + 1_000 },
    ]);
    expect(race.tones()).toBe(3);
    race.store.dispatch(cautionDismissed('hazard-7'));
    expect(race.cards()).toMatchObject([{ id: 'hazard-9' }]);
  });

  it('is one card from eleven hazards on', () => {
    const race = aRace();
    for (const invitationId of range(1, 11))
      race.store.dispatch(hazardReported({ invitationId, at: START + invitationId, place: null }));
    expect(race.cards()).toMatchObject([{ id: 'hazard', cars: range(1, 11).toReversed() }]);
    race.store.dispatch(cautionDismissed('hazard'));
    expect(race.cards()).toEqual([]);
  });

  it('is raised once the link is back, but not by the first snapshot', () => {
    const row = (InvitationId: number, at: number): CarReportRow => ({
      Report: 'hazard',
      InvitationId,
      CarNumber: String(InvitationId),
      ReportedAt: new Date(at).toISOString(),
      StoppedAt: null,
    });
    const race = aRace();
    race.store.dispatch(raceOpened({ eventId: EVENT_ID }));
    const cars = range(1, 24).map((id) => aSnapshotCar(id));
    const arrives = (...reports: CarReportRow[]) =>
      race.store.dispatch(snapshotArrived(aSnapshot({ cars, reports })));
    arrives(row(5, START));
    expect(race.cards()).toEqual([]);
    arrives(row(6, START + 5_000), row(5, START));
    arrives(row(6, START + 5_000), row(5, START));
    expect(race.cards()).toMatchObject([{ id: 'hazard-6', place: null }]);
    expect(race.tones()).toBe(1);
  });
});

describe('a red flag', () => {
  const red = aFlag(1, { StateId: FLAGS.red, SentAt: new Date(START).toISOString() });
  const underRed = () => {
    const race = aRace();
    race.store.dispatch(
      raceControlled({ ...numbered(1), action: 'flagSent', flag: red, correlationId: 'spec' }),
    );
    const confirm = (FlagId: number, ...ids: number[]): void =>
      ids.forEach((InvitationId) =>
        race.store.dispatch(flagConfirmed({ ...numbered(2), FlagId, InvitationId, ConfirmedAt: red.SentAt })),
      );
    confirm(1, ...range(1, 21));
    return { ...race, confirm, judge: (at: number) => reportOverdueFlags(race.store, at) };
  };

  it('that is not confirmed after 30 s is a card and a tone, once', () => {
    const race = underRed();
    race.judge(START + 29_999);
    expect(race.cards()).toEqual([]);
    race.judge(START + 30_000);
    race.judge(START + 31_000);
    expect(race.cards()).toEqual([
      {
        id: 'red',
        kind: 'red',
        since: START,
        awaited: [
          {
            flag: expect.objectContaining({ FlagId: 1 }),
            cars: [22, 23, 24].map((invitationId) => expect.objectContaining({ invitationId })),
          },
        ],
        cars: [22, 23, 24],
        tally: { confirmed: 21, notYet: 3, notReachable: 0 },
      },
    ]);
    expect(race.tones()).toBe(1);
  });

  it('tells who was not reached: neither shown nor connected', () => {
    const race = underRed();
    const reach = [23, 24].map((InvitationId) => ({
      InvitationId,
      Reachable: InvitationId === 23,
      Since: red.SentAt,
    }));
    const cars = range(1, 24).map((id) => aSnapshotCar(id, { TrackFlag: FLAGS.red }));
    race.store.dispatch(snapshotArrived(aSnapshot({ cars, flags: [red], reach })));
    race.confirm(1, ...range(1, 20));
    race.store.dispatch(
      raceControlled({
        ...numbered(4),
        action: 'flagShown',
        FlagId: 1,
        InvitationId: 21,
        ShownAt: red.SentAt,
      }),
    );
    race.judge(START + 30_000);
    expect(race.cards()).toMatchObject([
      { kind: 'red', cars: [21, 22, 23, 24], tally: { confirmed: 20, notYet: 2, notReachable: 2 } },
    ]);
  });

  it('has a card of its own if it is a black one, dismissed alone', () => {
    const race = underRed();
    const black = aFlag(5, { StateId: FLAGS.black, InvitationsSelected: [7], SentAt: red.SentAt });
    race.store.dispatch(
      raceControlled({ ...numbered(3), action: 'flagSent', flag: black, correlationId: 'spec' }),
    );
    race.judge(START + 30_000);
    expect(race.cards()).toMatchObject([{ id: 'red' }, { id: 'black', cars: [7] }]);
    expect(race.tones()).toBe(2);
    race.store.dispatch(cautionDismissed('red'));
    expect(race.cards()).toMatchObject([{ id: 'black' }]);
    race.confirm(5, 7);
    expect(race.cards()).toEqual([]);
  });

  it('awaits of each car its own flag, the newest that the car has not confirmed', () => {
    const race = underRed();
    const black = (FlagId: number, car: number, sentAt: number) =>
      race.store.dispatch(
        raceControlled({
          ...numbered(FlagId),
          action: 'flagSent',
          flag: aFlag(FlagId, {
            StateId: FLAGS.black,
            InvitationsSelected: [car],
            SanctionedDriver: car,
            Message: `Flag ${FlagId}`,
            SentAt: new Date(START + sentAt).toISOString(),
          }),
          correlationId: 'spec',
        }),
      );
    black(5, 7, 0);
    black(6, 8, 1_000);
    black(7, 7, 20_000);
    race.confirm(1, 22, 23, 24);
    race.judge(START + 31_000);
    const [card] = race.cards();
    expect(card).toMatchObject({ id: 'black', since: START, cars: [7, 8], tally: { notYet: 2 } });
    const awaited = card?.kind === 'black' ? card.awaited : [];
    expect(
      awaited.map(({ flag, cars }) => [flag.Message, cars.map(({ invitationId }) => invitationId)]),
    ).toEqual([
      ['Flag 7', [7]],
      ['Flag 6', [8]],
      ['Flag 5', []],
    ]);
  });

  it('loses its card when all have confirmed', () => {
    const race = underRed();
    race.judge(START + 30_000);
    race.confirm(1, 22, 23, 24);
    expect(race.cards()).toEqual([]);
  });

  it('loses it when another flag is in force, or none', () => {
    const green = aFlag(2, { StateId: FLAGS.green });
    const changes: RaceControlChange[] = [
      { action: 'flagSent', flag: green, correlationId: 'spec' },
      {
        action: 'flagsCleared',
        clearedAt: new Date(START + 40_000).toISOString(),
        alertIds: [],
        by: red.SentBy,
      },
    ];
    for (const change of changes) {
      const race = underRed();
      race.judge(START + 30_000);
      race.store.dispatch(raceControlled({ ...numbered(3), ...change }));
      expect(race.cards()).toEqual([]);
    }
  });

  it('that was sent again to some is confirmed by their new confirmation', () => {
    const race = underRed();
    race.judge(START + 30_000);
    const again = {
      ...red,
      FlagId: 2,
      InvitationsSelected: [22, 23, 24],
      SentAt: new Date(START + 40_000).toISOString(),
    };
    race.store.dispatch(
      raceControlled({ ...numbered(3), action: 'flagSent', flag: again, correlationId: 'spec' }),
    );
    race.confirm(2, 22, 23);
    expect(race.cards()).toMatchObject([{ cars: [24], tally: { confirmed: 23, notYet: 1 }, since: START }]);
  });

  it('comes back after it was dismissed when it was sent again in vain', () => {
    const race = underRed();
    race.judge(START + 30_000);
    race.store.dispatch(cautionDismissed('red'));
    expect(race.cards()).toEqual([]);
    const again = { ...red, FlagId: 2, SentAt: new Date(START + 40_000).toISOString() };
    race.store.dispatch(
      raceControlled({ ...numbered(3), action: 'flagSent', flag: again, correlationId: 'spec' }),
    );
    race.judge(START + 69_999);
    expect(race.cards()).toEqual([]);
    race.judge(START + 70_000);
    expect(race.cards()).toHaveLength(1);
    expect(race.tones()).toBe(2);
  });

  it('is not judged while the link is lost, nor before the clock is known', () => {
    const race = underRed();
    reportOverdueFlags(race.store, null);
    race.store.dispatch(linkLost({ at: 0 }));
    const before = race.tones();
    race.judge(START + 60_000);
    expect(race.cards()).toEqual([]);
    expect(race.tones()).toBe(before);
  });
});

describe('a lost link', () => {
  it('is one tone each time', () => {
    const race = aRace();
    race.store.dispatch(linkLost({ at: START }));
    race.store.dispatch(linkLost({ at: START + 3_000 }));
    expect(race.tones()).toBe(1);
    race.store.dispatch(snapshotArrived(aSnapshot()));
    race.store.dispatch(linkLost({ at: START + 9_000 }));
    expect(race.tones()).toBe(2);
  });

  it('is none where the server lets nobody in', () => {
    const race = aRace();
    race.store.dispatch(linkRefused({ message: 'No Authorized' }));
    race.store.dispatch(linkLost({ at: START }));
    expect(race.tones()).toBe(0);
  });
});

describe('a map that is saved during the race', () => {
  const row = (revision: number): RouteChangeRow => ({
    revision,
    changes: [{ part: 'finish', change: 'moved', movedM: 42 }],
    at: new Date(START + revision).toISOString(),
    by: { Id: 3, Name: 'Paolo Verdi' },
  });
  const card = (revision: number) => ({
    id: `route-${revision}`,
    kind: 'route',
    since: START + revision,
    changes: row(revision).changes,
    by: 'Paolo Verdi',
  });
  const saved = (revision: number) =>
    raceControlled({ ...numbered(revision), action: 'routeChanged', ...row(revision) });
  const lines = ({ store }: ReturnType<typeof aRace>) =>
    selectFeed(store.getState()).flatMap((line) =>
      line.kind === 'routeChanged' ? [[line.row.revision, line.at]] : [],
    );

  it('is a card, a tone and a line; the card goes when it is dismissed', () => {
    const race = aRace();
    race.store.dispatch(saved(4));
    race.store.dispatch(saved(6));
    expect(race.cards()).toEqual([card(6), card(4)]);
    expect(race.tones()).toBe(2);
    race.store.dispatch(cautionDismissed('route-4'));
    expect(race.cards()).toEqual([card(6)]);
    expect(lines(race)).toEqual([
      [6, START + 6],
      [4, START + 4],
    ]);
  });

  it('while the link was lost is told of by the snapshot, once', () => {
    const race = aRace();
    race.store.dispatch(linkLost({ at: START }));
    race.store.dispatch(snapshotArrived(aSnapshot({ routeChanges: [row(4)] })));
    race.store.dispatch(saved(4));
    race.store.dispatch(snapshotArrived(aSnapshot({ routeChanges: [row(4)] })));
    expect(race.cards()).toEqual([card(4)]);
    race.store.dispatch(cautionDismissed('route-4'));
    race.store.dispatch(snapshotArrived(aSnapshot({ routeChanges: [row(4)] })));
    expect(race.cards()).toEqual([]);
    expect(race.tones()).toBe(2);
  });

  it('before the map was opened is a line alone', () => {
    const race = aRace();
    race.store.dispatch(raceOpened({ eventId: EVENT_ID }));
    race.store.dispatch(snapshotArrived(aSnapshot({ routeChanges: [row(4)] })));
    expect([race.cards(), race.tones()]).toEqual([[], 0]);
    expect(lines(race)).toEqual([[4, START + 4]]);
  });
});

describe('cars that an organiser took off the race', () => {
  it('are a card with who did it, and a tone; the card goes when it is dismissed', () => {
    const race = aRace();
    const cars = [{ InvitationId: 7, CarNumber: '7', Pilot: 'Ada Rossi' }];
    const change = { action: 'carsTakenOff', cars, at: new Date(START).toISOString() } as const;
    race.store.dispatch(raceControlled({ ...numbered(4), ...change, by: { Id: 3, Name: 'Paolo Verdi' } }));
    expect(race.cards()).toEqual([
      {
        id: `takenOff-${START}-7`,
        kind: 'takenOff',
        since: START,
        cars: [{ carNumber: '7', pilot: 'Ada Rossi' }],
        by: 'Paolo Verdi',
      },
    ]);
    expect(race.tones()).toBe(1);
    race.store.dispatch(cautionDismissed(`takenOff-${START}-7`));
    expect(race.cards()).toEqual([]);
  });

  describe('while the link was lost', () => {
    const ada = { Id: 3, Name: 'Paolo Verdi' };
    const ivo = { Id: 4, Name: 'Ivo Neri' };
    const off = (id: number, by = ada, at = START): SnapshotTakenOffCar => ({
      live: aLiveCar(id),
      CarNumber: String(id),
      Pilot: 'Ada Lovelace',
      TakenOffAt: new Date(at).toISOString(),
      TakenOffBy: by,
    });
    const arrives = ({ store }: ReturnType<typeof aRace>, ...takenOff: SnapshotTakenOffCar[]) => {
      const gone = new Set(takenOff.map(({ live }) => live.invitationId));
      const cars = range(1, 24).filter((id) => !gone.has(id));
      store.dispatch(snapshotArrived(aSnapshot({ cars: cars.map((id) => aSnapshotCar(id)), takenOff })));
    };
    const pilot = 'Ada Lovelace';

    it('are a card and a tone for each who did it, once', () => {
      const race = aRace();
      race.store.dispatch(linkLost({ at: START }));
      arrives(race, off(7), off(8, ivo, START + 2_000), off(9, ada, START + 1));
      arrives(race, off(7), off(8, ivo, START + 2_000), off(9, ada, START + 1));
      const card = { kind: 'takenOff' };
      expect(race.cards()).toEqual([
        {
          ...card,
          id: `takenOff-${START + 2_000}-8`,
          since: START + 2_000,
          cars: [{ carNumber: '8', pilot }],
          by: ivo.Name,
        },
        {
          ...card,
          id: `takenOff-${START}-7`,
          since: START,
          cars: [
            { carNumber: '7', pilot },
            { carNumber: '9', pilot },
          ],
          by: ada.Name,
        },
      ]);
      expect(race.tones()).toBe(3);
      race.store.dispatch(cautionDismissed(`takenOff-${START}-7`));
      arrives(race, off(7), off(8, ivo, START + 2_000), off(9, ada, START + 1));
      expect(race.cards()).toMatchObject([{ id: `takenOff-${START + 2_000}-8` }]);
    });

    it('are none if the message told of them, or if the map was opened later', () => {
      const race = aRace();
      const cars = [{ InvitationId: 7, CarNumber: '7', Pilot: pilot }];
      const at = new Date(START).toISOString();
      race.store.dispatch(raceControlled({ ...numbered(4), action: 'carsTakenOff', cars, at, by: ada }));
      race.store.dispatch(cautionDismissed(`takenOff-${START}-7`));
      arrives(race, off(7));
      expect(race.cards()).toEqual([]);
      race.store.dispatch(raceOpened({ eventId: EVENT_ID }));
      arrives(race, off(7));
      arrives(race, off(7));
      expect(race.cards()).toEqual([]);
    });

    it('are told of again if they raced in between', () => {
      const race = aRace();
      arrives(race, off(7));
      race.store.dispatch(cautionDismissed(`takenOff-${START}-7`));
      arrives(race);
      arrives(race, off(7, ivo, START + 30_000));
      expect(race.cards()).toMatchObject([{ id: `takenOff-${START + 30_000}-7`, by: ivo.Name }]);
    });

    it('are told of with their time, whatever the same person took off before', () => {
      const race = aRace();
      arrives(race, off(7), off(9, ada, START + 1));
      race.store.dispatch(cautionDismissed(`takenOff-${START}-7`));
      const later = START + 1_800_000;
      const both = [off(8, ada, later), off(9, ada, START + 1), off(7, ada, later + 60_000)];
      arrives(race, ...both);
      arrives(race, ...both);
      const cars = ['8', '7'].map((carNumber) => ({ carNumber, pilot }));
      expect(race.cards()).toMatchObject([{ id: `takenOff-${later}-8`, since: later, cars }]);
    });

    it('are told of once if they stayed cars of the race meanwhile because of their SOS', () => {
      const race = aRace();
      arrives(race, off(7));
      race.store.dispatch(cautionDismissed(`takenOff-${START}-7`));
      const inSos = aSnapshotCar(7, { live: aLiveCar(7, { sos: true }) });
      race.store.dispatch(snapshotArrived(aSnapshot({ cars: [inSos] })));
      arrives(race, off(7));
      expect(race.cards()).toEqual([]);
    });
  });
});

describe('the driver of a stopped car who is asked', () => {
  const iso = (at: number): string => new Date(at).toISOString();
  const stopOf = (InvitationId: number, more: Partial<StopRow> = {}): StopRow => ({
    InvitationId,
    CarNumber: String(InvitationId),
    StoppedAt: iso(START),
    AskedAt: iso(START + 1_000),
    AnsweredAt: null,
    MissedAt: null,
    DroveOnAt: null,
    ...more,
  });
  const missed = (car: number): StopRow => stopOf(car, { MissedAt: iso(START + 31_000) });
  const changed = (stop: StopRow) => raceControlled({ ...numbered(1), action: 'stopChanged', stop });
  const okOf = (InvitationId: number, at: number) =>
    raceControlled({
      ...numbered(2),
      action: 'carReported',
      report: {
        Report: 'ok',
        InvitationId,
        CarNumber: String(InvitationId),
        ReportedAt: iso(at),
        StoppedAt: iso(START),
      },
    });
  const unanswered = (car: number) => ({
    id: `unanswered-${car}`,
    kind: 'unanswered',
    since: START + 31_000,
    askedAt: START + 1_000,
    cars: [car],
  });

  it('has the time of the question on the card', () => {
    const race = aRace();
    race.stand(START, 7);
    race.store.dispatch(changed(stopOf(7)));
    expect(race.cards()).toMatchObject([{ id: 'stopped-7', askedAt: START + 1_000 }]);
    expect(race.tones()).toBe(1);
    expect(selectFeed(race.store.getState()).map(({ kind }) => kind)).toEqual(['asked', 'stopped']);
  });

  it('and does not answer raises a caution with a tone, once, in place of the stop', () => {
    const race = aRace();
    race.stand(START, 7, 8);
    race.store.dispatch(changed(missed(7)));
    race.store.dispatch(changed(missed(7)));
    expect(race.cards()).toMatchObject([unanswered(7), { id: 'stopped-8' }]);
    expect(race.tones()).toBe(2);
    expect(selectFeed(race.store.getState()).map(({ kind }) => kind)).toContain('unanswered');
    race.store.dispatch(cautionDismissed('unanswered-7'));
    expect(race.cards()).toMatchObject([{ id: 'stopped-8' }]);
  });

  it.each([
    ['answers late, by a clock that is a minute behind', okOf(7, START - 60_000)],
    ['drives on', changed({ ...missed(7), DroveOnAt: iso(START + 40_000) })],
  ])('ends it if the driver %s', (_, end) => {
    const race = aRace();
    race.stand(START, 7);
    race.store.dispatch(changed(missed(7)));
    race.store.dispatch(end);
    expect(race.cards()).toEqual([]);
  });

  it('ends the caution of the stop by an answer, whatever the clock of the phone says', () => {
    const race = aRace();
    race.stand(START, 7);
    race.store.dispatch(okOf(7, START - 60_000));
    expect(race.cards()).toEqual([]);
  });

  it('is in a snapshot: as a card without a tone in the first, and with one after a lost link', () => {
    const race = aRace();
    const cars = range(1, 24).map((id) => aSnapshotCar(id));
    const arrives = (...stops: StopRow[]) => race.store.dispatch(snapshotArrived(aSnapshot({ cars, stops })));
    race.store.dispatch(raceOpened({ eventId: EVENT_ID }));
    arrives(missed(7));
    race.stand(START + 40_000, 7);
    expect([race.cards(), race.tones()]).toEqual([[unanswered(7)], 0]);
    arrives(missed(8), missed(7));
    expect([race.cards(), race.tones()]).toEqual([[unanswered(8), unanswered(7)], 1]);
    arrives(missed(8), { ...missed(7), AnsweredAt: iso(START + 50_000) });
    expect(race.cards()).toEqual([unanswered(8)]);
  });

  it('ends it by a snapshot that does not have the stop any more: the car drove on long ago', () => {
    const race = aRace();
    race.store.dispatch(changed(missed(7)));
    race.store.dispatch(changed(missed(8)));
    race.store.dispatch(linkLost({ at: START }));
    const cars = range(1, 24).map((id) => aSnapshotCar(id));
    race.store.dispatch(snapshotArrived(aSnapshot({ cars, stops: [missed(8)] })));
    expect(race.cards()).toEqual([unanswered(8)]);
  });

  it('stands since it stopped, not since this page saw it, whichever of the two comes first', () => {
    const cars = range(1, 24).map((id) => aSnapshotCar(id));
    const drivenOn = { ...stopOf(9), DroveOnAt: iso(START + 5_000) };
    const stops = [stopOf(8, { AskedAt: null }), stopOf(7), drivenOn];
    const seen = (race: ReturnType<typeof aRace>) => [race.cards(), race.notices()];
    const told = [
      [
        { id: 'stopped-9', since: START + 60_000 },
        { id: 'stopped-8', since: START },
        { id: 'stopped-7', since: START },
      ],
      [7, 8, 9].map((invitationId) => ({
        kind: 'stopped',
        at: invitationId === 9 ? START + 60_000 : START,
        invitationId,
      })),
    ];
    const before = aRace();
    before.stand(START + 60_000, 7, 8, 9);
    before.store.dispatch(snapshotArrived(aSnapshot({ cars, stops })));
    expect(seen(before)).toMatchObject(told);
    const after = aRace();
    after.store.dispatch(snapshotArrived(aSnapshot({ cars, stops })));
    after.stand(START + 60_000, 7, 8, 9);
    expect(seen(after)).toMatchObject(told);
  });

  it('stood before is no time of its next stop', () => {
    const race = aRace();
    race.store.dispatch(changed(stopOf(7)));
    race.store.dispatch(changed({ ...stopOf(7), DroveOnAt: iso(START + 5_000) }));
    race.stand(START + 60_000, 7);
    expect(race.cards()).toMatchObject([{ id: 'stopped-7', since: START + 60_000 }]);
  });

  it('is one card with ten others', () => {
    const race = aRace();
    for (const car of range(1, 11)) race.store.dispatch(changed(missed(car)));
    expect(race.cards()).toMatchObject([{ id: 'unanswered', cars: range(1, 11).toReversed() }]);
    race.store.dispatch(cautionDismissed('unanswered'));
    expect(race.cards()).toEqual([]);
  });
});
