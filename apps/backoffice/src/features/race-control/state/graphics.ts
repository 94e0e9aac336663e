import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Graphics } from '@flagpost/map-layers';

interface GraphicsState {
  /** Current rendering of the map. */
  drawnWith: Graphics;
  /** How often a person has asked for WebGL 2 again. */
  retries: number;
}

const initialState: GraphicsState = { drawnWith: 'whole', retries: 0 };

/** The graphics state that the map reports, and requests to it. */
export const graphicsSlice = createSlice({
  name: 'graphics',
  initialState,
  reducers: {
    graphicsChanged: (state, { payload }: PayloadAction<Graphics>) => {
      state.drawnWith = payload;
    },
    graphicsRetried: (state) => {
      state.retries += 1;
    },
  },
});

export const { graphicsChanged, graphicsRetried } = graphicsSlice.actions;

interface WithGraphics {
  graphics: GraphicsState;
}
export const selectGraphics = (state: WithGraphics): GraphicsState => state.graphics;
