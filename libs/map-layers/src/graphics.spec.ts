import { beforeEach, describe, expect, it } from '@jest/globals';
import { createGraphics, REMAKE_AFTER_MS, type GraphicsControl } from './graphics.js';

let nowMs: number;
let hidden: boolean;
let timer: { atMs: number; callback: () => void } | null;
let graphics: GraphicsControl;

beforeEach(() => {
  nowMs = 0;
  hidden = false;
  timer = null;
  graphics = createGraphics({
    nowMs: () => nowMs,
    isHidden: () => hidden,
    after(ms, callback) {
      timer = { atMs: nowMs + ms, callback };
      return () => {
        timer = null;
      };
    },
  });
});

/** Lets the timer that is set, if any, run. Returns how long it had to wait, milliseconds. */
const wait = (): number | null => {
  if (timer === null) return null;
  const { atMs, callback } = timer;
  const waitedMs = atMs - nowMs;
  nowMs = atMs;
  timer = null;
  callback();
  return waitedMs;
};

describe('the graphics of a map', () => {
  it('are whole with the first map, before and after its first frame', () => {
    expect(graphics.state).toEqual({ graphics: 'whole', isMounted: true, generation: 0 });
    graphics.drawn();
    expect(graphics.state.graphics).toBe('whole');
    expect(timer).toBeNull();
  });

  it('are lost until a new map has drawn, which is made within the second', () => {
    graphics.drawn();
    graphics.lose();
    expect(graphics.state).toEqual({ graphics: 'lost', isMounted: false, generation: 0 });
    expect(wait()).toBeLessThan(1_000);
    expect(graphics.state).toEqual({ graphics: 'lost', isMounted: true, generation: 1 });
    graphics.drawn();
    expect(graphics.state).toEqual({ graphics: 'whole', isMounted: true, generation: 1 });
  });

  it('are lost once when both canvases lose their contexts', () => {
    graphics.drawn();
    graphics.lose();
    graphics.lose();
    wait();
    expect(graphics.state.generation).toBe(1);
    expect(timer).toBeNull();
  });

  it('are asked for later and later while no map holds, and soon again after one that held', () => {
    graphics.drawn();
    const waits = [...REMAKE_AFTER_MS, REMAKE_AFTER_MS.at(-1)].map(() => {
      graphics.lose();
      const waitedMs = wait();
      graphics.drawn();
      return waitedMs;
    });
    expect(waits).toEqual([...REMAKE_AFTER_MS, REMAKE_AFTER_MS.at(-1)]);
    nowMs += 60_000;
    graphics.lose();
    expect(wait()).toBe(REMAKE_AFTER_MS[0]);
  });

  it('are missing where no context can be made, and asked for again by a person alone', () => {
    graphics.refuse();
    expect(graphics.state).toEqual({ graphics: 'missing', isMounted: false, generation: 0 });
    expect(timer).toBeNull();
    graphics.retry();
    expect(graphics.state).toEqual({ graphics: 'missing', isMounted: true, generation: 1 });
    graphics.drawn();
    expect(graphics.state.graphics).toBe('whole');
  });

  it('are missing after a loss that left no context, and come back by themselves', () => {
    graphics.drawn();
    graphics.lose();
    wait();
    graphics.refuse();
    expect(graphics.state.graphics).toBe('missing');
    expect(wait()).toBe(REMAKE_AFTER_MS[1]);
    graphics.drawn();
    expect(graphics.state.graphics).toBe('whole');
  });

  it('wait for a hidden page to be seen', () => {
    graphics.drawn();
    hidden = true;
    graphics.lose();
    wait();
    expect(graphics.state.isMounted).toBe(false);
    hidden = false;
    graphics.show();
    expect(graphics.state).toEqual({ graphics: 'lost', isMounted: true, generation: 1 });
    graphics.show();
    expect(graphics.state.generation).toBe(1);
  });

  it('ask for nothing after the end', () => {
    graphics.drawn();
    graphics.lose();
    graphics.stop();
    expect(timer).toBeNull();
    graphics.show();
    expect(graphics.state.isMounted).toBe(false);
  });
});
