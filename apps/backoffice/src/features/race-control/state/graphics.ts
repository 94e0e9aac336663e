import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Graphics } from '@flagpost/map-layers';

interface GraphicsState {
  /** What the map is drawn with. */
  drawnWith: Graphics;
  /** How often a person has asked for WebGL 2 again. */
  retries: number;
}

const initialState: GraphicsState = { drawnWith: 'whole', retries: 0 };

/** What the map tells of its graphics, and what it is asked. */
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
