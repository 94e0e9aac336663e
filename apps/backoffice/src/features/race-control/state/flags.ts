import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isTrackFlag, type FlagCode, type FlagRequest, type FlagRow } from '@flagpost/contracts';
import { flagConfirmed, raceControlled, raceOpened, snapshotArrived } from './messages.js';
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
  reason: string | null;
  /** How often it was sent under this key. */
  attempts: number;
}

interface FlagsState {
  /** Newest first. */
  rows: FlagRow[];
  sendings: Sending[];
}

const KEPT_ROWS = 200;

export const flagsSlice = createSlice({
  name: 'flags',
  initialState: (): FlagsState => ({ rows: [], sendings: [] }),
  reducers: {
    sendingBegan: (state, { payload }: PayloadAction<FlagOrder>) => {
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
    builder.addCase(raceOpened, () => ({ rows: [], sendings: [] }));
    builder.addCase(snapshotArrived, (state, { payload }) => {
      state.rows = payload.flags;
    });
    builder.addCase(flagConfirmed, (state, { payload: { FlagId, InvitationId, ConfirmedAt } }) => {
      const confirmed = state.rows.find((row) => row.FlagId === FlagId)?.Confirmed;
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
        state.rows = [payload.flag, ...state.rows].slice(0, KEPT_ROWS);
      }
      if (payload.action === 'flagsCleared') {
        // A snapshot may be newer than this message: a flag that was sent since stays.
        const clearedAt = Date.parse(payload.clearedAt);
        for (const row of state.rows) {
          if (Date.parse(row.SentAt) <= clearedAt) row.ClearedAt ??= payload.clearedAt;
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

/** Receivers of a flag: if it names none, every car of the race. */
export const receiversOf = <Car extends { invitationId: number }>(
  { InvitationsSelected }: Pick<FlagRow, 'InvitationsSelected'>,
  cars: readonly Car[],
): readonly Car[] =>
  InvitationsSelected.length === 0
    ? cars
    : cars.filter(({ invitationId }) => InvitationsSelected.includes(invitationId));

const isOpenTrackFlag = (row: FlagRow): boolean => row.ClearedAt === null && isTrackFlag(row.StateId);

/**
 * The newest track flag that went to every car, or to most where none did, and has not been cleared. The same flag sent
 * again to some cars does not narrow it: their confirmations count for it.
 */
export const flagInForce = (
  rows: readonly FlagRow[],
  cars: readonly { invitationId: number }[],
): FlagRow | null => {
  const open = rows.filter(isOpenTrackFlag);
  const reach = (row: FlagRow): number => receiversOf(row, cars).length;
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
