import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isRoleId, type Actor, type MyClubAnswer, type RoleId } from '@flagpost/contracts';

export interface Session {
  user: { id: number; name: string; roles: { id: number }[]; avatar: string | null };
  /** Null for administrators. */
  club: MyClubAnswer | null;
}

export interface SessionState {
  current: Session | null;
}

/** Who is logged in. Tokens are not here: they live in cookies alone and are read when a call is made. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ current: null }),
  reducers: {
    sessionOpened: (state, { payload }: PayloadAction<Session>) => {
      state.current = payload;
    },
    /** Logout, or the end that the server gave. */
    sessionEnded: (state) => {
      state.current = null;
    },
  },
  selectors: {
    selectSession: (state) => state.current,
    selectActor: createSelector([(state: SessionState) => state.current], (session): Actor | null =>
      session === null
        ? null
        : {
            userId: session.user.id,
            roles: session.user.roles.map(({ id }) => id).filter((id): id is RoleId => isRoleId(id)),
            clubId: session.club?.cluId ?? null,
          },
    ),
  },
});

export const { sessionOpened, sessionEnded } = sessionSlice.actions;
export const { selectSession, selectActor } = sessionSlice.selectors;
