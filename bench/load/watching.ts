import { openScreen, type ScreenOptions } from '@flagpost/race-testing';
import type { Entered } from './cars.ts';
import { connectViewers, type FrameListener } from './viewers.ts';

/** The number of viewers of an event that decode the messages they receive. */
const DECODE = 4;

export interface Watching {
  /** Connected in all. */
  readonly viewers: number;
  readonly onFix: ScreenOptions['onFix'];
  /** Called with each frame of a viewer that does not decode. */
  readonly onFrame?: FrameListener;
}

/**
 * Connects the viewers. Only some decode the messages, the others only receive them: decoding that 200 computers do in
 * parallel would queue on one. Each decoder connects last in its group: the gateway writes to viewers in order.
 *
 * @returns ends it
 */
export const watchAll = async (
  url: string,
  { eventId, accessToken }: Pick<Entered, 'eventId' | 'accessToken'>,
  { viewers, onFix, onFrame }: Watching,
): Promise<() => Promise<void>> => {
  const closings: (() => unknown)[] = [];
  const decode = Math.min(DECODE, viewers);
  for (let group = 0; group < decode; group++) {
    const first = Math.floor((viewers * group) / decode);
    const size = Math.floor((viewers * (group + 1)) / decode) - first;
    const taking = await connectViewers(url, size - 1, 'packed', { eventId, accessToken }, (viewer) =>
      onFrame?.(first + viewer),
    );
    const decoding = await openScreen({ url, accessToken, eventId, onFix });
    closings.push(
      () => taking.close(),
      () => decoding.leave(),
    );
  }
  return async () => {
    await Promise.all(closings.map((close) => close()));
  };
};
