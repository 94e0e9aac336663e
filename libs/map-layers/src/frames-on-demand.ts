/** Requests the frames of a loop that requests the next one in each; as luma.gl names what it asks. */
export interface AnimationFrames {
  requestAnimationFrame(callback: FrameRequestCallback): number;
  cancelAnimationFrame(id: number): void;
}

export interface FramesOnDemand extends AnimationFrames {
  /** Something is to be drawn, or was: the loop runs again. */
  readonly wake: () => void;
}

/** Some work needs a few frames before it asks for a redraw, as a canvas does whose size has changed. */
const EMPTY_FRAMES = 10;
const HELD = -1;

/** The loop rests after `EMPTY_FRAMES` in a row in which nothing was drawn, until `wake`. */
export const framesOnDemand = (frames: AnimationFrames): FramesOnDemand => {
  let sinceWoken = 0;
  let held: FrameRequestCallback | null = null;
  return {
    requestAnimationFrame(callback) {
      sinceWoken += 1;
      if (sinceWoken <= EMPTY_FRAMES) return frames.requestAnimationFrame(callback);
      held = callback;
      return HELD;
    },
    cancelAnimationFrame(id) {
      if (id === HELD) held = null;
      else frames.cancelAnimationFrame(id);
    },
    wake() {
      sinceWoken = 0;
      if (held === null) return;
      const callback = held;
      held = null;
      // luma.gl knows no id of this frame: a loop that has been stopped ignores it.
      frames.requestAnimationFrame(callback);
    },
  };
};
