import { FLAGS, PUSH_AGE_MS, type PushKind } from '@flagpost/contracts';
import type { RaceControlEvent } from '@flagpost/domain';
import type { Position } from '@flagpost/event-sourcing';
import { PASSED, reaction, type Projector, type Reaction } from '@flagpost/read-models';
import type { ApiDependencies } from '../dependencies.js';
import { REACTION_NAMES } from '../stored-names.js';
import { awaitViews } from '../views/await-views.js';
import { eventReads } from '../views/events.projection.js';
import type { PushNews } from './push-news.js';

/** Pushes an SOS, and red for the whole track. What is older than `PUSH_AGE_MS`, as after a stop, is passed over. */
export const pushReaction = (
  { readModels, clock }: Pick<ApiDependencies, 'readModels' | 'clock'>,
  projector: Pick<Projector, 'waitFor'>,
  news: Pick<PushNews, 'push'>,
): Reaction => {
  const push = async (kind: PushKind, eventId: number, at: number, position: Position): Promise<void> => {
    if (clock.now() - at > PUSH_AGE_MS) return;
    await awaitViews(projector, position);
    const event = await eventReads(readModels).get(eventId);
    if (event !== null) await news.push({ kind, event, at });
  };
  return reaction<RaceControlEvent>({
    name: REACTION_NAMES.push,
    on: {
      SosRaised: ({ data, recordedAt, position }) => push('sos', data.eventId, recordedAt, position),
      async FlagSent({ data, recordedAt, position }) {
        const { code, sectorId, receivers, eventId } = data;
        if (code !== FLAGS.red || sectorId !== null || receivers.length > 0) return PASSED;
        return push('red', eventId, recordedAt, position);
      },
    },
  });
};
