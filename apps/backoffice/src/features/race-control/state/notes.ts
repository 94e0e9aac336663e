import { createSlice } from '@reduxjs/toolkit';
import type { NoteRow } from '@flagpost/contracts';
import { raceControlled, raceLeft, raceOpened, snapshotArrived } from './messages.js';

interface NotesState {
  /** Newest first. */
  rows: NoteRow[];
}

const initialState = (): NotesState => ({ rows: [] });

export const notesSlice = createSlice({
  name: 'notes',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(raceOpened, initialState);
    builder.addCase(raceLeft, initialState);
    builder.addCase(snapshotArrived, (state, { payload: { notes } }) => {
      state.rows = notes;
    });
    builder.addCase(raceControlled, (state, { payload }) => {
      if (payload.action !== 'noteWritten') return;
      const { note } = payload;
      // A snapshot may contain it before its message.
      if (!state.rows.some(({ NoteId }) => NoteId === note.NoteId)) state.rows.unshift(note);
    });
  },
});

interface WithNotes {
  notes: NotesState;
}
export const selectNotes = (state: WithNotes): readonly NoteRow[] => state.notes.rows;
