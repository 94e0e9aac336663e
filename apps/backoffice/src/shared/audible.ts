/** The sound of a page, which browsers hold back until a press and stop for a call or another program. */

/** Safari has 'interrupted' beside 'suspended'. */
export const isAudible = ({ state }: BaseAudioContext): boolean => state === 'running';

/** Refused while something else has the sound, and once the screen is left. */
export const resume = (context: AudioContext): void => void context.resume().catch(() => undefined);

/** While sound is wanted, goes on as soon as the browser may let it. Returns what ends that. */
export const keepAudible = (context: AudioContext, isWanted: () => boolean): (() => void) => {
  const look = (): void => {
    if (isWanted() && !isAudible(context)) resume(context);
  };
  context.addEventListener('statechange', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    context.removeEventListener('statechange', look);
    document.removeEventListener('visibilitychange', look);
  };
};
