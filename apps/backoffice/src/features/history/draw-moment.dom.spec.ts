import { expect, it, jest } from '@jest/globals';
import type { Truth } from '@flagpost/contracts';
import { drawMoment } from './draw-moment.js';
import type { ShownMoment } from './past-trail.js';
import { createPlayer } from './player.js';

const opened = () => {
  const player = createPlayer(5_000, { from: 0, to: 60_000 });
  const replay: { truth: Truth; moment: ShownMoment | null } = { truth: 'happened', moment: null };
  const shows = (instant: number): void => {
    replay.moment = { instant, truth: replay.truth };
  };
  const canvas: { current: HTMLCanvasElement | null } = { current: document.createElement('canvas') };
  const draw = jest.fn(() => Promise.resolve(true));
  const asked = drawMoment({ replay, player }, { draw }, () => canvas.current);
  return { player, replay, shows, canvas, draw, asked };
};

it('draws the moment at which the replay stands', async () => {
  const { shows, asked } = opened();
  shows(5_000);
  expect(await asked).toEqual({ instant: 5_000, truth: 'happened' });
});

it('waits until the replay has come to it', async () => {
  const { shows, draw, asked } = opened();
  shows(1_000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(draw).not.toHaveBeenCalled();
  shows(5_000);
  expect(await asked).toEqual({ instant: 5_000, truth: 'happened' });
});

it('keeps nothing if the replay is moved before it has come', async () => {
  const { player, draw, asked } = opened();
  player.seek(9_000, performance.now());
  expect(await asked).toBe('moved');
  expect(draw).not.toHaveBeenCalled();
});

it.each<[string, (moved: ReturnType<typeof opened>) => void]>([
  ['instant', ({ shows }) => shows(9_000)],
  [
    'truth',
    ({ replay, shows }) => {
      replay.truth = 'seen';
      shows(5_000);
    },
  ],
])('keeps nothing if another %s is shown once it is drawn', async (_, move) => {
  const replay = opened();
  replay.draw.mockImplementation(() => {
    move(replay);
    return Promise.resolve(true);
  });
  replay.shows(5_000);
  expect(await replay.asked).toBe('moved');
});

it('ends with the panel that asked', async () => {
  const { canvas, draw, asked } = opened();
  canvas.current = null;
  expect(await asked).toBeNull();
  expect(draw).not.toHaveBeenCalled();
});
