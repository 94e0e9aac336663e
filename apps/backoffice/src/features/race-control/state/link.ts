import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { raceLeft, raceOpened, snapshotArrived } from './messages.js';

export type LinkPhase = 'connecting' | 'live' | 'lost' | 'refused';

interface LinkState {
  phase: LinkPhase;
  /** This device's clock, epoch ms; null while the link holds. */
  lostAt: number | null;
  /** Why the server will not let this screen in. */
  refusal: string | null;
  /** It polls, as WebSocket does not get through. */
  isSlow: boolean;
}

const initialState = (): LinkState => ({
  phase: 'connecting',
  lostAt: null,
  refusal: null,
  isSlow: false,
});

/** The state of the socket, as people see it. */
export const linkSlice = createSlice({
  name: 'link',
  initialState,
  reducers: {
    linkOpened: (state, { payload }: PayloadAction<{ isSlow: boolean }>) => {
      state.isSlow = payload.isSlow;
    },
    linkLost: (state, { payload }: PayloadAction<{ at: number }>) => {
      if (state.phase === 'refused') return;
      state.phase = 'lost';
      state.lostAt ??= payload.at;
    },
    linkRefused: (state, { payload }: PayloadAction<{ message: string }>) => {
      state.phase = 'refused';
      state.refusal = payload.message;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(raceOpened, initialState);
    builder.addCase(raceLeft, initialState);
    builder.addCase(snapshotArrived, ({ isSlow }) => ({
      phase: 'live' as const,
      lostAt: null,
      refusal: null,
      isSlow,
    }));
  },
});

export const { linkOpened, linkLost, linkRefused } = linkSlice.actions;

interface WithLink {
  link: LinkState;
}
export const selectLink = (state: WithLink): LinkState => state.link;
