import { TOPICS, raceFact, type LapEpoch, type RaceFact } from '@flagpost/contracts';
import {
  DomainError,
  controlStream,
  lapEpochsOf,
  lapsDecider,
  lapsStream,
  raceControlDecider,
} from '@flagpost/domain';
import type { CommandContext, Handle } from '@flagpost/event-sourcing';
import { createDeadLetters, type Batch, type StoredMessage } from '@flagpost/messaging';
import { exponentialDelay, retry, superviseDelivery, withSignal, type Supervised } from '@flagpost/platform';
import type { Projector } from '@flagpost/read-models';
import type { ApiDependencies } from '../dependencies.js';
import { createIdBlocks } from '../dispatch/id-blocks.js';
import { eventExists } from '../views/event-exists.js';
import { raceReads } from '../views/race.projection.js';
import { FACTS_GROUP } from '../stored-names.js';
import { currentEvent } from '../upcast.js';

/**
 * Consumes `race.facts` and records laps, SOS and confirmations once each. The deciders ignore what is recorded already, so
 * a batch may be redelivered. A fact that can never be recorded is counted and skipped; if a store fails, the consumer
 * retries until it succeeds.
 */
export interface RaceFactsConsumer extends Supervised {
  /** Facts that cannot be decoded (dead letters), that belong to an unknown event, or that a rule refuses. */
  skipped(): number;
}

const FIRST_RETRY_MS = 500;
/** The longest that an SOS waits after an unavailable server has recovered. */
const LAST_RETRY_MS = 2_000;

const decode = ({ value }: StoredMessage): RaceFact => raceFact.parse(JSON.parse(value ?? 'null'));

const streamOf = ({ type, eventId, invitationId }: RaceFact): string =>
  type === 'lapCompleted' ? lapsStream(invitationId) : controlStream(eventId);

/** Facts of one stream keep their order; streams are recorded concurrently and share the store's writes. */
const byStream = (facts: readonly RaceFact[]): readonly (readonly RaceFact[])[] => {
  const streams = new Map<string, RaceFact[]>();
  for (const fact of facts) streams.set(streamOf(fact), [...(streams.get(streamOf(fact)) ?? []), fact]);
  return [...streams.values()];
};

export const consumeRaceFacts = (
  dependencies: Pick<
    ApiDependencies,
    'store' | 'topics' | 'readModels' | 'records' | 'clock' | 'scheduler' | 'logger'
  >,
  handle: Handle,
  projector: Pick<Projector, 'caughtUp'>,
): RaceFactsConsumer => {
  const { store, topics, readModels, scheduler, logger } = dependencies;
  const nextId = createIdBlocks(dependencies);
  const races = raceReads(readModels);
  const deadLetters = createDeadLetters({ ...dependencies, topic: TOPICS.deadLetters });
  const stopping = new AbortController();
  let skipped = 0;

  const skip = (reason: string, fields: Readonly<Record<string, unknown>>): void => {
    skipped += 1;
    logger.error('fact skipped', { reason, ...fields });
  };

  /** Used if the views lag: a lap of an epoch that a reset has ended does not count. */
  const resetsInLog = async (eventId: number): Promise<readonly LapEpoch[]> =>
    (await store.readStream(controlStream(eventId))).flatMap((recorded) => {
      const { type, data } = currentEvent(recorded);
      return type === 'LapsReset' ? [{ epoch: data.epoch, beganAt: data.beganAt }] : [];
    });

  const record = async (fact: RaceFact): Promise<void> => {
    const { eventId, invitationId, receivedAt } = fact;
    // The views must contain every reset, authorisation and event recorded so far. The projector reports a halted view;
    // no SOS waits for it.
    const areViewsCurrent = await withSignal(stopping.signal, projector.caughtUp());
    const race = await races.get(eventId);
    if (race === null) {
      // Views that are being rebuilt lack it for a while: the fact is retried and not lost.
      if (await eventExists(store, eventId))
        throw new Error(`The views lack event ${eventId}, which is in the log.`);
      skip('unknown event', { factId: fact.id });
      return;
    }
    const context: CommandContext = {
      actorId: null,
      actorRoles: [],
      clubId: race.clubId,
      correlationId: fact.id,
      commandId: fact.id,
    };
    switch (fact.type) {
      case 'lapCompleted': {
        const { lapEpoch, lap, lapTimeMs, crossedAt } = fact;
        const stated = { eventId, invitationId, lapEpoch, lap, lapTimeMs, crossedAt, receivedAt };
        const resets = areViewsCurrent ? race.resets : await resetsInLog(eventId);
        const lapEpochs = lapEpochsOf({ resets }, race.startsAt);
        const command = { type: 'recordLap', ...stated, lapEpochs } as const;
        await handle(streamOf(fact), lapsDecider, command, context);
        return;
      }
      case 'sosRaised': {
        const alertId = await nextId('alert');
        const { raisedAt, speedBeforeKph } = fact;
        const stated = { eventId, alertId, invitationId, raisedAt, receivedAt, speedBeforeKph };
        await handle(streamOf(fact), raceControlDecider, { type: 'raiseSos', ...stated }, context);
        return;
      }
      case 'sosCleared': {
        const { clearedAt } = fact;
        const command = { type: 'clearSosOfCar', eventId, invitationId, clearedAt, receivedAt } as const;
        await handle(streamOf(fact), raceControlDecider, command, context);
        return;
      }
      case 'flagConfirmed': {
        const { flagId, confirmedAt } = fact;
        const car = await races.car(invitationId);
        const authorized = car?.authorized === true;
        const stated = { eventId, invitationId, flagId, confirmedAt, receivedAt, authorized };
        await handle(streamOf(fact), raceControlDecider, { type: 'confirmFlag', ...stated }, context);
        return;
      }
      case 'flagShown': {
        const { flagId, shownAt } = fact;
        const car = await races.car(invitationId);
        const authorized = car?.authorized === true;
        const stated = { eventId, invitationId, flagId, shownAt, receivedAt, authorized };
        await handle(streamOf(fact), raceControlDecider, { type: 'showFlag', ...stated }, context);
        return;
      }
      case 'okReported':
      case 'hazardReported': {
        const [report, stoppedAt] =
          fact.type === 'okReported' ? (['ok', fact.stoppedAt] as const) : (['hazard', null] as const);
        const { reportedAt } = fact;
        const stated = { report, eventId, invitationId, reportedAt, receivedAt, stoppedAt };
        await handle(streamOf(fact), raceControlDecider, { type: 'takeReport', ...stated }, context);
        return;
      }
      case 'carStopped': {
        const { stoppedAt, saidOkAt } = fact;
        const stated = { eventId, invitationId, stoppedAt, receivedAt, saidOkAt };
        await handle(streamOf(fact), raceControlDecider, { type: 'noteStop', ...stated }, context);
        return;
      }
      case 'driverAsked': {
        const { stoppedAt, askedAt } = fact;
        const stated = { eventId, invitationId, stoppedAt, receivedAt, askedAt };
        await handle(streamOf(fact), raceControlDecider, { type: 'noteQuestion', ...stated }, context);
        return;
      }
      case 'answerMissed': {
        const { stoppedAt, missedAt } = fact;
        const stated = { eventId, invitationId, stoppedAt, receivedAt, missedAt };
        await handle(streamOf(fact), raceControlDecider, { type: 'noteMissedAnswer', ...stated }, context);
        return;
      }
      case 'carDroveOn': {
        const { stoppedAt, droveOnAt } = fact;
        const stated = { eventId, invitationId, stoppedAt, receivedAt, droveOnAt };
        await handle(streamOf(fact), raceControlDecider, { type: 'noteDriveOn', ...stated }, context);
        return;
      }
      default:
        fact satisfies never;
    }
  };

  const recordWithRetry = async (fact: RaceFact): Promise<void> => {
    try {
      await retry(
        {
          retryIf: (error) => !(error instanceof DomainError || stopping.signal.aborted),
          backoff: {
            scheduler,
            ms: exponentialDelay(FIRST_RETRY_MS, LAST_RETRY_MS),
            signal: stopping.signal,
          },
          onRetry: (error, delayMs) =>
            logger.error('fact not recorded, will be retried', { factId: fact.id, delayMs, error }),
        },
        () => record(fact),
      );
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      skip(error.code, { factId: fact.id });
    }
  };

  const onBatch = async (batch: Batch): Promise<void> => {
    const facts: RaceFact[] = [];
    skipped += await deadLetters.eachReadable(TOPICS.facts, batch, decode, (fact) => void facts.push(fact));
    await Promise.all(
      byStream(facts).map(async (stream) => {
        for (const fact of stream) await recordWithRetry(fact);
      }),
    );
  };

  const running = superviseDelivery(
    'race facts consumer',
    () => topics.consume({ topic: TOPICS.facts, group: FACTS_GROUP, onBatch }),
    dependencies,
  );
  return {
    ...running,
    skipped: () => skipped,
    async stop() {
      stopping.abort(new Error('stopped'));
      await running.stop();
    },
  };
};
