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

const isTrackFlag = (code: number): boolean => isFlagCode(code) && TRACK_FLAGS.includes(code);

/** The newest track flag that has not been cleared. */
export const selectFlagInForce = createSelector(
  [selectFlagRows],
  (rows) => rows.find((row) => row.ClearedAt === null && isTrackFlag(row.StateId)) ?? null,
);
