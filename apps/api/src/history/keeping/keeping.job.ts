import type { CommandBus } from '@nestjs/cqrs';
import { HOUR_MS, positionsEndAt } from '@flagpost/contracts';
import { lookEvery, type Supervised } from '@flagpost/platform';
import { CommandMessage } from '../../dispatch/command-message.js';
import type { ApiDependencies } from '../../dependencies.js';
import { systemCaller } from '../../http/caller.js';
import type { SingletonJob } from '../../instances/singleton-jobs.js';
import { clubReads } from '../../views/clubs.projection.js';
import { eventReads } from '../../views/events.projection.js';

/**
 * Deletes the positions of races that are older than their institution keeps them: at the start, and every hour. Each race
 * is decided again by its command, so a repetition deletes nothing twice.
 */
export const positionKeeping = (
  dependencies: Pick<ApiDependencies, 'readModels' | 'clock' | 'scheduler' | 'ids' | 'logger' | 'health'>,
  commands: Pick<CommandBus, 'execute'>,
): SingletonJob => {
  const { readModels, clock, scheduler, ids, logger, health } = dependencies;
  let looking: Supervised | null = null;
  // Positions that are kept too long end nothing that this process serves.
  health.register('keeping', () => ({ ok: true, details: { failure: looking?.failure() ?? null } }));

  const look = async (isLeader: () => boolean): Promise<void> => {
    const now = clock.now();
    for (const { clubId, keeping } of await clubReads(readModels).list(null)) {
      if (keeping?.keepDays == null) continue;
      const rule = { keepDays: keeping.keepDays, setAt: keeping.setAt };
      for (const { eventId, finishesAt } of await eventReads(readModels).withPositions(clubId, now)) {
        if (!isLeader()) return;
        if (now < positionsEndAt(finishesAt, rule)) continue;
        const caller = { ...systemCaller(ids, 'keeping'), request: null };
        await commands.execute(new CommandMessage('deletePositions', { eventId, clubId }, caller));
      }
    }
  };

  return {
    name: 'keeping of positions',
    begin(isLeader) {
      const options = {
        scheduler,
        everyMs: HOUR_MS,
        onFailure: (error: unknown) =>
          logger.error('positions cannot be deleted, will be retried', { error }),
      };
      looking = lookEvery(options, (signal) => look(() => !signal.aborted && isLeader()));
      return Promise.resolve(looking);
    },
  };
};
