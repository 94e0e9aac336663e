import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import {
  FLAGS,
  isDriverFlag,
  isFlagCode,
  isTrackFlag,
  LAST_MESSAGES,
  sectorOfFlag,
  withSectorFlag,
  type FlagCode,
  type FlagRequest,
  type FlagRow,
  type FlagWithdrawalRow,
  type SectorFlagRow,
} from '@flagpost/contracts';
import { sessionOpened } from '../../../shared/session/slice.js';
import { flagConfirmed, raceControlled, raceLeft, raceOpened, snapshotArrived } from './messages.js';
import { selectCars } from './roster.js';

/** A flag that a person decided to send. If it is resent before its outcome is known, it has the same key. */
export interface FlagOrder {
  key: string;
  /** The socket's message about the flag contains it. */
  correlationId: string;
  request: FlagRequest;
  /** When it was first sent, epoch ms by this device's clock. */
  at: number;
}

/**
 * A flag in transit, until the server's answer or a socket message confirms that it was sent. `unanswered`: the outcome
 * is unknown. `failed`: it was not sent, and never will be under this key.
 */
export interface Sending extends FlagOrder {
  status: 'sending' | 'unanswered' | 'failed';
  /** The user who sends it: for another one its key says nothing. */
  by: number | null;
  reason: string | null;
  /** How often it was sent under this key. */
  attempts: number;
}

interface FlagsState {
  /** Newest first. */
  rows: FlagRow[];
  /** The flags in force of sectors, by sector. */
  sectorFlags: Readonly<Record<number, SectorFlagRow>>;
  sendings: Sending[];
}

const KEPT_ROWS = 200;

const isMessage = ({ StateId }: FlagRow): boolean => StateId === FLAGS.message;

const isTakenBackFromAll = ({ Withdrawals }: Pick<FlagRow, 'Withdrawals'>): boolean =>
  Withdrawals.some(({ InvitationsSelected }) => InvitationsSelected.length === 0);

/** Whether a flag, if this car received it, was taken back from it. */
export const isTakenBack = ({ Withdrawals }: Pick<FlagRow, 'Withdrawals'>, invitationId: number): boolean =>
  isTakenBackFromAll({ Withdrawals }) ||
  Withdrawals.some(({ InvitationsSelected }) => InvitationsSelected.includes(invitationId));

const initialState = (): FlagsState => ({ rows: [], sectorFlags: {}, sendings: [] });

const bySector = (rows: readonly SectorFlagRow[]): FlagsState['sectorFlags'] =>
  Object.fromEntries(rows.map((row) => [row.SectorId, row]));

const addressOf = ({ StateId, InvitationsSelected, SectorId }: FlagRow) => ({
  code: StateId,
  receivers: InvitationsSelected,
  sectorId: SectorId,
});

/** The sector whose flag it is; null for a flag of the track, of a driver, or to named cars. */
export const sectorOfRow = (row: FlagRow): number | null => sectorOfFlag(addressOf(row));

/** Flags of one kind replace each other on a car. */
export const kindOf = (row: FlagRow): 'track' | 'driver' | `sector ${number}` | `${number}` => {
  const sectorId = sectorOfRow(row);
  if (sectorId !== null) return `sector ${sectorId}`;
  if (isTrackFlag(row.StateId)) return 'track';
  return isDriverFlag(row.StateId) ? 'driver' : `${row.StateId}`;
};

/**
 * Of rows from the newest on the flags that are in force for all, for a sector or for a car. Of those of the track for all
 * also the ones before, to which a withdrawal leads back.
 */
const inForce = (rows: readonly FlagRow[]): FlagRow[] => {
  /** Kinds of which a newer flag went to all, and with a car those of which one went to that car. */
  const replaced = new Set<string>();
  return rows.filter((row) => {
    const isFlag = isTrackFlag(row.StateId) || isDriverFlag(row.StateId);
    if (!isFlag || row.ClearedAt !== null || isTakenBackFromAll(row)) return false;
    const kind = kindOf(row);
    const isReplaced = replaced.has(kind);
    if (row.InvitationsSelected.length === 0) {
      replaced.add(kind);
      return kind === 'track' || !isReplaced;
    }
    const holders = row.InvitationsSelected.filter((car) => !isTakenBack(row, car)).map(
      (car) => `${kind} ${car}`,
    );
    const isHeld = !isReplaced && holders.some((holder) => !replaced.has(holder));
    for (const holder of holders) replaced.add(holder);
    return isHeld;
  });
};

/** Of rows from the newest on those that are kept; the flags in force and the last messages however many rows followed them. */
const newest = (rows: readonly FlagRow[]): FlagRow[] => {
  if (rows.length <= KEPT_ROWS) return [...rows];
  const kept = new Set([...inForce(rows), ...rows.filter(isMessage).slice(0, LAST_MESSAGES)]);
  return rows.filter((row, index) => index < KEPT_ROWS || kept.has(row));
};

/** The flag, or the withdrawal, that has this id. */
const orderOf = ({ rows }: FlagsState, id: number): FlagRow | FlagWithdrawalRow | undefined =>
  rows.find(({ FlagId }) => FlagId === id) ??
  rows.flatMap((row) => row.Withdrawals).find(({ WithdrawalId }) => WithdrawalId === id);

export const flagsSlice = createSlice({
  name: 'flags',
  initialState,
  reducers: {
    sendingBegan: (state, { payload }: PayloadAction<FlagOrder & Pick<Sending, 'by'>>) => {
      const attempts = state.sendings.find(({ key }) => key === payload.key)?.attempts ?? 0;
      state.sendings = state.sendings.filter(({ key }) => key !== payload.key);
      state.sendings.unshift({ ...payload, status: 'sending', reason: null, attempts: attempts + 1 });
    },
    sendingUnanswered: (state, { payload }: PayloadAction<string>) => {
      const sending = state.sendings.find(({ key }) => key === payload);
      if (sending?.status === 'sending') sending.status = 'unanswered';
    },
    sendingFailed: (state, { payload }: PayloadAction<{ key: string; reason: string }>) => {
      const sending = state.sendings.find(({ key }) => key === payload.key);
      if (sending !== undefined) Object.assign(sending, { status: 'failed', reason: payload.reason });
    },
    /** It was sent, or it was not and the person dismissed it. */
    sendingEnded: (state, { payload }: PayloadAction<string>) => {
      state.sendings = state.sendings.filter(({ key }) => key !== payload);
    },
  },
  extraReducers: (builder) => {
    // Whichever race is shown: until the outcome of a flag is known, whoever sent it has to hear of it.
    const keepSendings = ({ sendings }: FlagsState): FlagsState => ({ ...initialState(), sendings });
    builder.addCase(raceOpened, keepSendings);
    builder.addCase(raceLeft, keepSendings);
    builder.addCase(sessionOpened, (state, { payload }) => {
      state.sendings = state.sendings.filter(({ by }) => by === payload.user.id);
    });
    builder.addCase(snapshotArrived, (state, { payload }) => {
      state.rows = payload.flags;
      state.sectorFlags = bySector(payload.sectorFlags);
    });
    builder.addCase(flagConfirmed, (state, { payload: { FlagId, InvitationId, ConfirmedAt } }) => {
      const confirmed = orderOf(state, FlagId)?.Confirmed;
      if (confirmed?.some((one) => one.InvitationId === InvitationId) === false) {
        confirmed.push({ InvitationId, ConfirmedAt });
      }
    });
    builder.addCase(raceControlled, (state, { payload }) => {
      if (payload.action === 'flagSent') {
        const { correlationId } = payload;
        state.sendings = state.sendings.filter((sending) => sending.correlationId !== correlationId);
      }
      if (payload.action === 'flagSent' && !state.rows.some((row) => row.FlagId === payload.flag.FlagId)) {
        state.rows = newest([payload.flag, ...state.rows]);
      }
      if (payload.action === 'flagSent') {
        const { FlagId, StateId, SectorId } = payload.flag;
        const flag = { SectorId: SectorId ?? 0, FlagId, StateId };
        state.sectorFlags = withSectorFlag(state.sectorFlags, addressOf(payload.flag), flag);
      }
      if (payload.action === 'flagShown') {
        const { FlagId, InvitationId, ShownAt } = payload;
        const shown = orderOf(state, FlagId)?.Shown;
        if (shown?.some((one) => one.InvitationId === InvitationId) === false) {
          shown.push({ InvitationId, ShownAt });
        }
      }
      if (payload.action === 'flagWithdrawn') {
        const { flag } = payload;
        state.rows = state.rows.map((row) => (row.FlagId === flag.FlagId ? flag : row));
        state.sectorFlags = bySector(payload.sectorFlags);
      }
      if (payload.action === 'flagsCleared') {
        state.sectorFlags = {};
        // A snapshot may be newer than this message: a flag that was sent since stays.
        const clearedAt = Date.parse(payload.clearedAt);
        for (const row of state.rows) {
          if (row.ClearedAt !== null || Date.parse(row.SentAt) > clearedAt) continue;
          row.ClearedAt = payload.clearedAt;
          row.ClearedBy = payload.by;
        }
      }
    });
  },
});

export const { sendingBegan, sendingUnanswered, sendingFailed, sendingEnded } = flagsSlice.actions;

interface WithFlags {
  flags: FlagsState;
}

export const selectFlagRows = (state: WithFlags): readonly FlagRow[] => state.flags.rows;
export const selectSendings = (state: WithFlags): readonly Sending[] => state.flags.sendings;
export const sendingOf = (state: WithFlags, key: string): Sending | undefined =>
  state.flags.sendings.find((sending) => sending.key === key);

/** The last texts that were sent in this event, newest first, each once. */
export const selectRecentMessages = createSelector([selectFlagRows], (rows): readonly string[] =>
  [...new Set(rows.flatMap((row) => (isMessage(row) && row.Message !== '' ? [row.Message] : [])))].slice(
    0,
    LAST_MESSAGES,
  ),
);

/** Receivers of a flag: if it names none, every car of the race. */
export const receiversOf = <Car extends { invitationId: number }>(
  { InvitationsSelected }: Pick<FlagRow, 'InvitationsSelected'>,
  cars: readonly Car[],
): readonly Car[] =>
  InvitationsSelected.length === 0
    ? cars
    : cars.filter(({ invitationId }) => InvitationsSelected.includes(invitationId));

/** Receivers from which the flag was not taken back. */
export const holdersOf = <Car extends { invitationId: number }>(
  row: Pick<FlagRow, 'InvitationsSelected' | 'Withdrawals'>,
  cars: readonly Car[],
): readonly Car[] =>
  row.Withdrawals.length === 0
    ? receiversOf(row, cars)
    : receiversOf(row, cars).filter(({ invitationId }) => !isTakenBack(row, invitationId));

const isOpenTrackFlag = (row: FlagRow): boolean =>
  row.ClearedAt === null && isTrackFlag(row.StateId) && sectorOfRow(row) === null;

/**
 * The newest track flag that went to every car, or to most where none did, and has not been cleared. The same flag sent
 * again to some cars does not narrow it: their confirmations count for it.
 */
export const flagInForce = (
  rows: readonly FlagRow[],
  cars: readonly { invitationId: number }[],
): FlagRow | null => {
  const open = rows.filter((row) => isOpenTrackFlag(row) && !isTakenBackFromAll(row));
  const reach = (row: FlagRow): number => holdersOf(row, cars).length;
  const base =
    open.find((row) => row.InvitationsSelected.length === 0 || reach(row) === cars.length) ??
    open.find((row) => reach(row) * 2 > cars.length);
  if (base === undefined) return null;
  const same = open.slice(0, open.indexOf(base) + 1).filter(({ StateId }) => StateId === base.StateId);
  const byCar = new Map(
    same.flatMap(({ Confirmed }) => Confirmed).map((one) => [one.InvitationId, one] as const),
  );
  return { ...base, Confirmed: [...byCar.values()] };
};

export const selectSectorFlags = (state: WithFlags): FlagsState['sectorFlags'] => state.flags.sectorFlags;
/** Codes of the flags in force of sectors, by sector. */
export const selectSectorFlagCodes = createSelector(
  [selectSectorFlags],
  (flags): ReadonlyMap<number, FlagCode> =>
    new Map(
      Object.values(flags).flatMap(({ SectorId, StateId }) =>
        isFlagCode(StateId) ? [[SectorId, StateId] as const] : [],
      ),
    ),
);
export const selectFlagInForce = createSelector([selectFlagRows, selectCars], flagInForce);

/** Track flags that some cars are under while the track is under another, with how many cars each has. */
export const selectOtherTrackFlags = createSelector(
  [selectFlagInForce, selectCars],
  (inForce, cars): ReadonlyMap<FlagCode, number> => {
    const counts = new Map<FlagCode, number>();
    for (const { flags } of cars) {
      if (flags.track === null || flags.track === inForce?.StateId) continue;
      counts.set(flags.track, (counts.get(flags.track) ?? 0) + 1);
    }
    return counts;
  },
);
