import { describe, expect, it } from '@jest/globals';
import { framesOnDemand } from './frames-on-demand.js';

/** A loop over frames that are given one by one. */
const loop = () => {
  const asked: FrameRequestCallback[] = [];
  const cancelled: number[] = [];
  const frames = framesOnDemand({
    requestAnimationFrame: (callback) => asked.push(callback),
    cancelAnimationFrame: (id) => void cancelled.push(id),
  });
  let ran = 0;
  let id = 0;
  const run = (): void => {
    ran += 1;
    id = frames.requestAnimationFrame(run);
  };
  id = frames.requestAnimationFrame(run);
  return {
    frames,
    cancelled,
    id: () => id,
    ran: () => ran,
    give: (count: number) => {
      for (let k = 0; k < count; k++) asked.shift()?.(0);
    },
  };
};

describe('the loop that draws the cars', () => {
  it('rests when frames in a row have drawn nothing, and runs again when woken', () => {
    const { frames, ran, give } = loop();
    give(100);
    expect(ran()).toBe(10);
    frames.wake();
    frames.wake();
    give(100);
    expect(ran()).toBe(21);
  });

  it('runs on while each frame draws', () => {
    const { frames, ran, give } = loop();
    for (let k = 0; k < 100; k++) {
      give(1);
      frames.wake();
    }
    expect(ran()).toBe(100);
  });

  it('is stopped while it rests and while it runs', () => {
    const running = loop();
    running.give(1);
    running.frames.cancelAnimationFrame(running.id());
    expect(running.cancelled).toEqual([running.id()]);

    const resting = loop();
    resting.give(100);
    resting.frames.cancelAnimationFrame(resting.id());
    resting.frames.wake();
    resting.give(100);
    expect(resting.ran()).toBe(10);
    expect(resting.cancelled).toEqual([]);
  });
});
