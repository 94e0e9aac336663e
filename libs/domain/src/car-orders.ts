import { endsSectorFlags, FLAGS, isTrackFlag, sectorOfFlag, type FlagCode } from '@flagpost/contracts';

/** A flag that was sent and not cleared. `order` is its place among the flags and withdrawals of its event. */
export interface SentOrder {
  readonly flagId: number;
  readonly code: FlagCode;
  /** Invitation ids. Empty: every authorised car. */
  readonly receivers: readonly number[];
  readonly message: string | null;
  readonly sectorId: number | null;
  readonly sentAt: number;
  readonly order: number;
  readonly confirmedBy: ReadonlySet<number>;
}

/** One of these flags was taken back. */
export interface OrderTakenBack {
  readonly withdrawalId: number;
  readonly flagId: number;
  /** Invitation ids. Empty: every car. */
  readonly receivers: readonly number[];
  readonly withdrawnAt: number;
  readonly order: number;
  readonly confirmedBy: ReadonlySet<number>;
}

/** What a car has to show until it confirms it, by the id that its confirmation names. Times in epoch ms. */
export interface UnconfirmedOrder {
  readonly id: number;
  readonly type: 'flag' | 'withdrawal';
  readonly code: FlagCode;
  readonly message: string | null;
  readonly sectorId: number | null;
  readonly sentAt: number;
}

type Receivers = (car: number) => boolean;
/** The set is made when somebody asks: of most flags of a race nobody does, as they were replaced. */
const receiversOf = ({ receivers }: Pick<SentOrder, 'receivers'>): Receivers => {
  if (receivers.length === 0) return () => true;
  let cars: ReadonlySet<number> | null = null;
  return (car) => (cars ??= new Set(receivers)).has(car);
};

type Addressed = Pick<SentOrder, 'code' | 'receivers' | 'sectorId'>;

/** What a flag does to those before it, and what later ones do to it. */
interface Effect {
  /** A later track flag to the same car stands in its place. Red stays until it is confirmed, and so does what is no track flag. */
  readonly isReplaceable: boolean;
  readonly isTrackFlag: boolean;
  readonly sector: number | null;
  readonly endsSectors: boolean;
}
const effectOf = (flag: Addressed): Effect => ({
  isReplaceable: isTrackFlag(flag.code) && flag.code !== FLAGS.red,
  isTrackFlag: isTrackFlag(flag.code),
  sector: sectorOfFlag(flag),
  endsSectors: endsSectorFlags(flag),
});

/** What is the same of a flag for all cars. */
interface Standing extends Effect {
  readonly flag: SentOrder;
  readonly isFor: Receivers;
}
const standingOf = (flag: SentOrder): Standing => ({ flag, isFor: receiversOf(flag), ...effectOf(flag) });

/** What the flags that were sent later do to those before them. */
const createLater = () => {
  /** Of few sectors. A set for each car would be most of what is allocated for a flag. */
  const flagged: (number | null)[] = [];
  let areSectorsEnded = false;
  return {
    replaces: ({ isReplaceable, sector }: Effect): boolean =>
      isReplaceable && (flagged.includes(sector) || (sector !== null && areSectorsEnded)),
    /** One more flag does nothing more. */
    includes: ({ endsSectors }: Effect): boolean => !endsSectors || areSectorsEnded,
    add({ isTrackFlag: isOfTrack, sector, endsSectors }: Effect): void {
      if (isOfTrack && !flagged.includes(sector)) flagged.push(sector);
      areSectorsEnded ||= endsSectors;
    },
  };
};

/**
 * Whether no car has to show the earlier flag any more, and it replaces none that the later one does not, unless the later one is
 * taken back.
 */
export const replacesForAll = (later: Addressed, earlier: Addressed): boolean => {
  if (later.receivers.length > 0) return false;
  const after = createLater();
  after.add(effectOf(later));
  const effect = effectOf(earlier);
  return after.replaces(effect) && after.includes(effect);
};

/** Without the flags that later ones to all cars replaced for each of them, so that not every car passes over all flags of a race. */
const unreplacedForSome = (
  newestFirst: readonly Standing[],
  isSentToAll: (flag: Standing) => boolean,
): readonly Standing[] => {
  const later = createLater();
  return newestFirst.filter((standing) => {
    if (later.replaces(standing) && later.includes(standing)) return false;
    if (isSentToAll(standing)) later.add(standing);
    return true;
  });
};

/** The flags that were sent to a car and not taken back, and that no later one replaced; the newest first. */
const unreplaced = (
  newestFirst: readonly Standing[],
  isSent: (flag: Standing) => boolean,
): readonly Standing[] => {
  const later = createLater();
  return newestFirst.filter((standing) => {
    const isReplaced = later.replaces(standing);
    // Whoever it was sent to: it changes nothing for those before it either.
    if ((isReplaced && later.includes(standing)) || !isSent(standing)) return false;
    later.add(standing);
    return !isReplaced;
  });
};

/**
 * By car: the orders that it has not confirmed and that still stand, oldest first: neither taken back from it nor replaced by
 * a later flag. What was taken back is an order of its own.
 *
 * @param flags of one event, oldest first
 * @param withdrawals of these flags, oldest first
 */
export const unconfirmedOrders = (
  flags: readonly SentOrder[],
  withdrawals: readonly OrderTakenBack[],
): ((car: number) => readonly UnconfirmedOrder[]) => {
  const all = flags.toReversed().map(standingOf);
  const byId = new Map(all.map((standing) => [standing.flag.flagId, standing]));
  const withdrawn = new Set(withdrawals.map(({ flagId }) => flagId));
  const newestFirst = unreplacedForSome(
    all,
    ({ flag: { flagId, receivers } }) => receivers.length === 0 && !withdrawn.has(flagId),
  );
  const takings = withdrawals.map((withdrawal) => ({ withdrawal, isFor: receiversOf(withdrawal) }));
  return (car) => {
    const taken = takings.filter(({ isFor }) => isFor(car)).map(({ withdrawal }) => withdrawal);
    const takenIds = new Set(taken.map(({ flagId }) => flagId));
    const open = unreplaced(newestFirst, ({ flag, isFor }) => isFor(car) && !takenIds.has(flag.flagId))
      .filter(({ flag }) => !flag.confirmedBy.has(car))
      .map(({ flag }) => ({ ...flag, id: flag.flagId, type: 'flag' as const }));
    const takenBack = taken
      .filter(({ confirmedBy }) => !confirmedBy.has(car))
      .flatMap(({ flagId, withdrawalId, withdrawnAt, order }) => {
        const sent = byId.get(flagId);
        return sent?.isFor(car) === true
          ? [{ ...sent.flag, id: withdrawalId, type: 'withdrawal' as const, sentAt: withdrawnAt, order }]
          : [];
      });
    return [...open, ...takenBack]
      .toSorted((one, other) => one.order - other.order)
      .map(({ id, type, code, message, sectorId, sentAt }) => ({
        id,
        type,
        code,
        message,
        sectorId,
        sentAt,
      }));
  };
};
