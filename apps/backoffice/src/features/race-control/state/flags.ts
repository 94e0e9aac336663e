import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isFlagCode, TRACK_FLAGS, type FlagRequest, type FlagRow } from '@flagpost/contracts';
import { flagConfirmed, raceControlled, raceOpened, snapshotArrived } from './messages.js';

/** A flag on its way. It counts as sent when the server has answered; a repeat carries the same key. */
export interface Sending {
  key: string;
  request: FlagRequest;
  status: 'sending' | 'failed';
  reason: string | null;
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
    sendingBegan: (state, { payload }: PayloadAction<{ key: string; request: FlagRequest }>) => {
      state.sendings = state.sendings.filter(({ key }) => key !== payload.key);
      state.sendings.unshift({ ...payload, status: 'sending', reason: null });
    },
    sendingFailed: (state, { payload }: PayloadAction<{ key: string; reason: string }>) => {
      const sending = state.sendings.find(({ key }) => key === payload.key);
      if (sending !== undefined) Object.assign(sending, { status: 'failed', reason: payload.reason });
    },
    /** Answered by the server, or given up by the person. */
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
      if (payload.action === 'flagSent' && !state.rows.some((row) => row.FlagId === payload.flag.FlagId)) {
        state.rows = [payload.flag, ...state.rows].slice(0, KEPT_ROWS);
      }
      if (payload.action === 'flagsCleared') {
        for (const row of state.rows) row.ClearedAt ??= payload.clearedAt;
      }
    });
  },
});

export const { sendingBegan, sendingFailed, sendingEnded } = flagsSlice.actions;

interface WithFlags {
  flags: FlagsState;
}

export const selectFlagRows = (state: WithFlags): readonly FlagRow[] => state.flags.rows;
export const selectSendings = (state: WithFlags): readonly Sending[] => state.flags.sendings;

/** To whom a flag went: with nobody named, to every car of the race. */
export const receiversOf = <Car extends { invitationId: number }>(
  { InvitationsSelected }: Pick<FlagRow, 'InvitationsSelected'>,
  cars: readonly Car[],
): readonly Car[] =>
  InvitationsSelected.length === 0
    ? cars
    : cars.filter(({ invitationId }) => InvitationsSelected.includes(invitationId));

export const unconfirmedOf = <Car extends { invitationId: number }>(
  flag: Pick<FlagRow, 'InvitationsSelected' | 'Confirmed'>,
  cars: readonly Car[],
): readonly Car[] => {
  const confirmed = new Set(flag.Confirmed.map(({ InvitationId }) => InvitationId));
  return receiversOf(flag, cars).filter(({ invitationId }) => !confirmed.has(invitationId));
};

const isTrackFlag = (code: number): boolean => isFlagCode(code) && TRACK_FLAGS.includes(code);

/**
 * The newest track flag that has not been cleared. The same flag sent again to some cars does not narrow it: it stays
 * the one to all cars, with the confirmations of both.
 */
export const flagInForce = (rows: readonly FlagRow[]): FlagRow | null => {
  const open = rows.filter((row) => row.ClearedAt === null && isTrackFlag(row.StateId));
  const [newest] = open;
  if (newest === undefined) return null;
  const other = open.findIndex((row) => row.StateId !== newest.StateId);
  const same = other === -1 ? open : open.slice(0, other);
  const toAll = same.findIndex(({ InvitationsSelected }) => InvitationsSelected.length === 0);
  const base = same[toAll];
  if (base === undefined) return newest;
  const confirmations = same.slice(0, toAll + 1).flatMap(({ Confirmed }) => Confirmed);
  const byCar = new Map(confirmations.map((one) => [one.InvitationId, one]));
  return { ...base, Confirmed: [...byCar.values()] };
};

export const selectFlagInForce = createSelector([selectFlagRows], flagInForce);
