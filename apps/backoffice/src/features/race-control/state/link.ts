import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { raceOpened, snapshotArrived } from './messages.js';

export type LinkPhase = 'connecting' | 'live' | 'lost' | 'refused';

interface LinkState {
  phase: LinkPhase;
  /** This device's clock, epoch ms; null while the link holds. */
  lostAt: number | null;
  /** Why the server will not let this screen in. */
  refusal: string | null;
}

const initialState = (): LinkState => ({ phase: 'connecting', lostAt: null, refusal: null });

/** The state of the socket, as people see it. */
export const linkSlice = createSlice({
  name: 'link',
  initialState,
  reducers: {
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
    builder.addCase(snapshotArrived, () => ({ phase: 'live' as const, lostAt: null, refusal: null }));
  },
});

export const { linkLost, linkRefused } = linkSlice.actions;

interface WithLink {
  link: LinkState;
}
export const selectLink = (state: WithLink): LinkState => state.link;
