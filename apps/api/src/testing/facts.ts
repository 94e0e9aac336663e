import { TOPICS, carKey, type RaceFact } from '@flagpost/contracts';
import { until } from '@flagpost/testing';
import type { Harness } from './harness.js';

/** Hands facts to the api as telemetry-ingest does, and waits until they have been taken. */
export const stateFacts = async ({ dependencies }: Harness, ...facts: readonly (RaceFact | string)[]) => {
  const messages = facts.map((fact) =>
    typeof fact === 'string'
      ? { key: '0:0', value: fact }
      : { key: carKey(fact.eventId, fact.invitationId), value: JSON.stringify(fact) },
  );
  await dependencies.topics.publish(TOPICS.facts, messages);
  await until(
    'the facts to be taken',
    async () => (await dependencies.topics.lag(TOPICS.facts, 'api')).messages === 0,
  );
};

interface Stated {
  readonly eventId: number;
  readonly invitationId: number;
  readonly receivedAt: number;
}

export const lapFact = (
  stated: Stated,
  lap: number,
  changes: Partial<Extract<RaceFact, { type: 'lapCompleted' }>> = {},
): RaceFact => ({
  type: 'lapCompleted',
  id: `lap-${stated.invitationId}-${lap}`,
  ...stated,
  lapEpoch: 0,
  lap,
  lapTimeMs: 90_000,
  crossedAt: stated.receivedAt - 500,
  ...changes,
});

export const sosFact = (stated: Stated): RaceFact => ({
  type: 'sosRaised',
  id: `sos-${stated.invitationId}-${stated.receivedAt}`,
  ...stated,
  raisedAt: stated.receivedAt - 200,
  speedBeforeKph: 143.2,
});

export const sosClearedFact = (stated: Stated): RaceFact => ({
  type: 'sosCleared',
  id: `sosCleared-${stated.invitationId}-${stated.receivedAt}`,
  ...stated,
  clearedAt: stated.receivedAt - 200,
});

export const shownFact = (stated: Stated, flagId: number): RaceFact => ({
  type: 'flagShown',
  id: `flagShown:${stated.eventId}:${stated.invitationId}:${flagId}`,
  ...stated,
  flagId,
  shownAt: stated.receivedAt - 300,
});

export const reportedFact = (
  type: 'okReported' | 'hazardReported',
  stated: Stated,
  stoppedAt: number | null = null,
): RaceFact => {
  const id = `${type}:${stated.eventId}:${stated.invitationId}:${stated.receivedAt}`;
  const fact = { id, ...stated, reportedAt: stated.receivedAt - 200 };
  return type === 'okReported' ? { type, ...fact, stoppedAt } : { type, ...fact };
};

/** The car stops outside the boxes, its driver is asked 1 s later, does not answer for 30 s, and drives on. */
export const stopFacts = ({ eventId, invitationId, receivedAt }: Stated): readonly RaceFact[] => {
  const stoppedAt = receivedAt - 200;
  const fact = <Type extends RaceFact['type']>(type: Type, at: number) => ({
    type,
    id: `${type}:${eventId}:${invitationId}:${stoppedAt}`,
    ...{ eventId, invitationId, receivedAt: receivedAt + at, stoppedAt },
  });
  return [
    { ...fact('carStopped', 0), saidOkAt: null },
    { ...fact('driverAsked', 1_000), askedAt: stoppedAt + 1_000 },
    { ...fact('answerMissed', 31_000), missedAt: receivedAt + 31_000 },
    { ...fact('carDroveOn', 40_000), droveOnAt: stoppedAt + 40_000 },
  ];
};

export const confirmedFact = (stated: Stated, flagId: number | null): RaceFact => ({
  type: 'flagConfirmed',
  id: `confirmed-${stated.invitationId}-${stated.receivedAt}`,
  ...stated,
  flagId,
  confirmedAt: stated.receivedAt - 200,
});
