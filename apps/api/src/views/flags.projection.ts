import {
  isTrackFlag,
  type FlagCode,
  type FlagReportRow,
  type FlagRow,
  type FlagWithdrawalRow,
} from '@flagpost/contracts';
import {
  refuse,
  replacesForAll,
  type FlagpostEvent,
  type SentOrder,
  type OrderTakenBack,
} from '@flagpost/domain';
import {
  projection,
  type EventViews,
  type Filter,
  type FindOptions,
  type ReadModels,
} from '@flagpost/read-models';
import { isoOf, isoOrNull } from '../http/times.js';
import { peopleOf, personOf, personOrNull, type PersonLookup } from './person-names.js';
import { raceReads } from './race.projection.js';

interface Confirmation {
  readonly invitationId: number;
  readonly confirmedAt: number;
}

interface Showing {
  readonly invitationId: number;
  readonly shownAt: number;
}

/** A flag that was sent. Times in epoch ms. */
interface Flag {
  readonly flagId: number;
  readonly eventId: number;
  readonly code: FlagCode;
  readonly message: string | null;
  readonly receivers: readonly number[];
  readonly sectorId: number | null;
  readonly sectorImg: string | null;
  readonly sanctionedDriver: number | null;
  readonly sentAt: number;
  /** Among the flags of its event: ids and clocks of several processes are not in the order of sending. */
  readonly order: number;
  readonly by: number;
  readonly shown: readonly Showing[];
  readonly confirmed: readonly Confirmation[];
  readonly clearedAt: number | null;
  readonly clearedBy: number | null;
  /** The later flag that replaced it for all cars; null if none did, or it was taken back: then the flag is in use. */
  readonly replacedBy: number | null;
}

/** A flag was taken back from these cars; empty: from all. Times in epoch ms. */
interface Withdrawal {
  readonly withdrawalId: number;
  readonly flagId: number;
  readonly eventId: number;
  readonly receivers: readonly number[];
  readonly withdrawnAt: number;
  /** Among the withdrawals of its event. */
  readonly order: number;
  readonly by: number;
  readonly shown: readonly Showing[];
  readonly confirmed: readonly Confirmation[];
}

const FLAGS = 'flags';
const WITHDRAWALS = 'flagWithdrawals';
const flags = (views: EventViews) => views<Flag>(FLAGS);
const withdrawals = (views: EventViews) => views<Withdrawal>(WITHDRAWALS);

/** Changes the flag, or the withdrawal, that has this id. */
const patchOrder = async (
  views: EventViews,
  id: number,
  change: (order: Pick<Flag, 'shown' | 'confirmed'>) => Partial<Pick<Flag, 'shown' | 'confirmed'>>,
): Promise<void> => {
  const flag = await flags(views).get(id);
  if (flag !== null) {
    await flags(views).patch(id, change(flag));
    return;
  }
  const withdrawal = await withdrawals(views).get(id);
  if (withdrawal !== null) await withdrawals(views).patch(id, change(withdrawal));
};

/** Flags of an event that were neither cleared nor replaced for all cars. */
const inUse = (eventId: number): Filter => ({ eventId, clearedAt: null, replacedBy: null });
/** Of each event the newest so many flags are looked at for what its cars have still to confirm. */
const NEWEST_IN_USE = { sort: { order: -1 }, limit: 200 } as const;

/** Marks the flags that a new one replaces for all cars. Of one that was taken back the cars still confirm that. */
const markReplaced = async (views: EventViews, later: Flag): Promise<void> => {
  if (later.receivers.length > 0 || !isTrackFlag(later.code)) return;
  // Not itself, nor those after it: views may be ahead of an event that is delivered again.
  const before = { ...inUse(later.eventId), order: { $lt: later.order } };
  const earlier = await flags(views).find(before, NEWEST_IN_USE);
  const replaced = earlier.filter((flag) => replacesForAll(later, flag)).map(({ flagId }) => flagId);
  if (replaced.length === 0) return;
  const taken = await withdrawals(views).find({ flagId: { $in: replaced } });
  const takenBack = new Set(taken.map(({ flagId }) => flagId));
  for (const flagId of replaced)
    if (!takenBack.has(flagId)) await flags(views).patch(flagId, { replacedBy: later.flagId });
};

export const flagsProjection = projection<FlagpostEvent>({
  name: 'flags',
  version: 7,
  views: [FLAGS, WITHDRAWALS],
  indexes: {
    [FLAGS]: [
      { eventId: 1, order: -1 },
      { eventId: 1, clearedAt: 1, replacedBy: 1, order: -1 },
      { replacedBy: 1 },
    ],
    [WITHDRAWALS]: [{ eventId: 1 }, { flagId: 1, order: 1 }],
  },
  on: {
    async FlagSent({ data, revision }, views) {
      const flag: Flag = {
        ...data,
        order: revision,
        shown: [],
        confirmed: [],
        clearedAt: null,
        clearedBy: null,
        replacedBy: null,
      };
      await markReplaced(views, flag);
      await flags(views).put(data.flagId, flag);
    },
    async FlagWithdrawn({ data: { eventId, flag, by, withdrawnAt }, revision }, views) {
      if (flag === null) return;
      const { withdrawalId } = flag;
      const document = { ...flag, eventId, by, withdrawnAt, order: revision, shown: [], confirmed: [] };
      await withdrawals(views).put(withdrawalId, document);
      const backInUse = await flags(views).find({ replacedBy: flag.flagId });
      for (const flagId of [flag.flagId, ...backInUse.map((each) => each.flagId)])
        await flags(views).patch(flagId, { replacedBy: null });
    },
    async FlagConfirmed({ data: { flagId, invitationId, confirmedAt } }, views) {
      await patchOrder(views, flagId, ({ confirmed }) => ({
        confirmed: [...confirmed, { invitationId, confirmedAt }],
      }));
    },
    async FlagShown({ data: { flagId, invitationId, shownAt } }, views) {
      await patchOrder(views, flagId, ({ shown }) => ({ shown: [...shown, { invitationId, shownAt }] }));
    },
    async FlagsCleared({ data: { eventId, clearedAt, by } }, views) {
      for (const { flagId } of await flags(views).find({ eventId, clearedAt: null }))
        await flags(views).patch(flagId, { clearedAt, clearedBy: by });
    },
    async EventDeleted({ data: { eventId } }, views) {
      for (const { flagId } of await flags(views).find({ eventId })) await flags(views).delete(flagId);
      for (const { withdrawalId } of await withdrawals(views).find({ eventId }))
        await withdrawals(views).delete(withdrawalId);
    },
  },
});

/** The event of a flag, null if there is no such flag. */
export const eventOfFlag = async (readModels: ReadModels, flagId: number): Promise<number | null> =>
  (await readModels.view<Flag>(FLAGS).get(flagId))?.eventId ?? null;

/** @throws {DomainError} flag.missing */
export const existingEventOfFlag = async (readModels: ReadModels, flagId: number): Promise<number> =>
  (await eventOfFlag(readModels, flagId)) ?? refuse('flag.missing', 'missing');

/** The cars that have shown a flag, and those that have confirmed it; null if there is no such flag. */
export const flagAnswers = async (
  readModels: ReadModels,
  flagId: number,
): Promise<{ shownBy: ReadonlySet<number>; confirmedBy: ReadonlySet<number> } | null> => {
  const flag = await readModels.view<Flag>(FLAGS).get(flagId);
  if (flag === null) return null;
  const carsOf = (answers: readonly { readonly invitationId: number }[]): ReadonlySet<number> =>
    new Set(answers.map(({ invitationId }) => invitationId));
  return { shownBy: carsOf(flag.shown), confirmedBy: carsOf(flag.confirmed) };
};

export const anyFlag = async (readModels: ReadModels, eventId: number): Promise<boolean> =>
  (await readModels.view<Flag>(FLAGS).find({ eventId }, { limit: 1 })).length > 0;

/** Paths of the pictures that flags of an event showed. */
export const flagPictures = async (readModels: ReadModels, eventId: number): Promise<readonly string[]> =>
  (await readModels.view<Flag>(FLAGS).find({ eventId })).flatMap(({ sectorImg }) => sectorImg ?? []);

/** The newest flags of an event that are in use, and what was taken back of them; both oldest first. */
export const flagsInUse = async (
  readModels: ReadModels,
  eventId: number,
): Promise<{ flags: readonly SentOrder[]; withdrawals: readonly OrderTakenBack[] }> => {
  const withSets = <Order extends { readonly confirmed: readonly Confirmation[] }>(order: Order) => ({
    ...order,
    confirmedBy: new Set(order.confirmed.map(({ invitationId }) => invitationId)),
  });
  const found = await readModels.view<Flag>(FLAGS).find(inUse(eventId), NEWEST_IN_USE);
  const flagIds = found.map(({ flagId }) => flagId);
  const taken = await readModels
    .view<Withdrawal>(WITHDRAWALS)
    .find({ flagId: { $in: flagIds } }, { sort: { order: 1 } });
  return { flags: found.toReversed().map(withSets), withdrawals: taken.map(withSets) };
};

const confirmations = (confirmed: readonly Confirmation[]): FlagRow['Confirmed'] =>
  confirmed.map(({ invitationId, confirmedAt }) => ({
    InvitationId: invitationId,
    ConfirmedAt: isoOf(confirmedAt),
  }));

const showings = (shown: readonly Showing[]): FlagRow['Shown'] =>
  shown.map(({ invitationId, shownAt }) => ({ InvitationId: invitationId, ShownAt: isoOf(shownAt) }));

const rowsOf = async (reading: PersonLookup, found: readonly Flag[]): Promise<FlagRow[]> => {
  const flagIds = found.map(({ flagId }) => flagId);
  const taken = await reading.readModels
    .view<Withdrawal>(WITHDRAWALS)
    .find({ flagId: { $in: flagIds } }, { sort: { order: 1 } });
  const people = await peopleOf(reading, [
    ...[...found, ...taken].map(({ by }) => by),
    ...found.map(({ clearedBy }) => clearedBy),
  ]);
  const withdrawalsOf = (flagId: number): FlagWithdrawalRow[] =>
    taken
      .filter((withdrawal) => withdrawal.flagId === flagId)
      .map(({ withdrawalId, receivers, withdrawnAt, by, shown, confirmed }) => ({
        WithdrawalId: withdrawalId,
        InvitationsSelected: [...receivers],
        WithdrawnAt: isoOf(withdrawnAt),
        WithdrawnBy: personOf(people, by),
        Shown: showings(shown),
        Confirmed: confirmations(confirmed),
      }));
  return found.map((flag) => ({
    FlagId: flag.flagId,
    StateId: flag.code,
    Message: flag.message ?? '',
    InvitationsSelected: [...flag.receivers],
    SectorId: flag.sectorId,
    SectorImg: flag.sectorImg,
    SanctionedDriver: flag.sanctionedDriver,
    SentAt: isoOf(flag.sentAt),
    SentBy: personOf(people, flag.by),
    Shown: showings(flag.shown),
    Confirmed: confirmations(flag.confirmed),
    Withdrawals: withdrawalsOf(flag.flagId),
    ClearedAt: isoOrNull(flag.clearedAt),
    ClearedBy: personOrNull(people, flag.clearedBy),
  }));
};

/** Newest first. */
export const flagRows = async (
  reading: PersonLookup,
  filter: Filter,
  options: FindOptions = {},
): Promise<FlagRow[]> =>
  rowsOf(
    reading,
    await reading.readModels.view<Flag>(FLAGS).find(filter, { sort: { order: -1 }, ...options }),
  );

/** Newest first, with the car numbers of the receivers. */
export const flagReportRows = async (reading: PersonLookup, eventId: number): Promise<FlagReportRow[]> => {
  const rows = await flagRows(reading, { eventId });
  const cars = await raceReads(reading.readModels).carsOf(
    rows.flatMap(({ InvitationsSelected }) => InvitationsSelected),
  );
  const numbers = new Map(cars.map(({ invitationId, carNumber }) => [invitationId, carNumber]));
  return rows.map((row) => ({
    ...row,
    CarNumbers: row.InvitationsSelected.map((invitationId) => numbers.get(invitationId) ?? ''),
  }));
};

/** Null if there is no such flag. */
export const flagRow = async (reading: PersonLookup, flagId: number): Promise<FlagRow | null> => {
  const found = await reading.readModels.view<Flag>(FLAGS).get(flagId);
  return found === null ? null : ((await rowsOf(reading, [found]))[0] ?? null);
};
