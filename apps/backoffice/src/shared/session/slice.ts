import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isRoleId, type Actor, type MyClubAnswer, type RoleId } from '@flagpost/contracts';

export interface Session {
  user: { id: number; name: string; roles: { id: number }[]; avatar: string | null };
  /** Null for administrators. */
  club: MyClubAnswer | null;
}

export interface SessionState {
  current: Session | null;
  /** Why the last session ended, as a text for the login screen; null after a logout. */
  endedBy: string | null;
}

/** The user who is logged in. Tokens are stored only in cookies and read for each call. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ current: null, endedBy: null }),
  reducers: {
    sessionOpened: (state, { payload }: PayloadAction<Session>) => {
      state.current = payload;
      state.endedBy = null;
    },
    /** Ends the session: by logout, or for the reason in the payload. */
    sessionEnded: (state, { payload }: PayloadAction<string | undefined>) => {
      state.current = null;
      state.endedBy = payload ?? null;
    },
    personChanged: (state, { payload }: PayloadAction<Partial<Omit<Session['user'], 'id'>>>) => {
      if (state.current !== null) Object.assign(state.current.user, payload);
    },
  },
  selectors: {
    selectSession: (state) => state.current,
    selectEndedBy: (state) => state.endedBy,
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

export const { sessionOpened, sessionEnded, personChanged } = sessionSlice.actions;
export const { selectSession, selectEndedBy, selectActor } = sessionSlice.selectors;
