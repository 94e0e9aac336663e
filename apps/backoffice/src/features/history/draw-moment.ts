import type { RacePicture } from '../race-control/ui/use-race-picture.js';
import type { ShownMoment } from './past-trail.js';
import type { OpenReplay } from './use-replay.js';

const isSame = (one: ShownMoment | null, other: ShownMoment): boolean =>
  one?.instant === other.instant && one.truth === other.truth;

const nextFrame = (): Promise<number> => new Promise((resolve) => window.requestAnimationFrame(resolve));

/**
 * Pauses the replay and draws the moment at which it stands, once its positions have come.
 *
 * @returns the moment, which is still the one shown; `moved` if somebody moved the replay meanwhile; null if the canvas is gone
 */
export const drawMoment = async (
  {
    replay,
    player,
  }: { replay: Pick<OpenReplay['replay'], 'truth' | 'moment'>; player: OpenReplay['player'] },
  picture: Pick<RacePicture, 'draw'>,
  canvas: () => HTMLCanvasElement | null,
): Promise<ShownMoment | 'moved' | null> => {
  const standsAt = (): ShownMoment => ({ instant: player.instantAt(performance.now()), truth: replay.truth });
  player.pause(performance.now());
  const wanted = standsAt();
  let isShown = false;
  while (!isShown) {
    if (canvas() === null) return null;
    if (!isSame(standsAt(), wanted)) return 'moved';
    isShown = isSame(replay.moment, wanted);
    // Panels and looks of cars follow the replay in the next frame.
    await nextFrame();
  }
  if (!(await picture.draw(canvas))) return null;
  return isSame(replay.moment, wanted) ? wanted : 'moved';
};
