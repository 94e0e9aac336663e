import { carKey, type PositionInput } from '@flagpost/contracts';
import { lapsStream, type Lap } from '@flagpost/domain';
import type { EventStore } from '@flagpost/event-sourcing';
import type { HistoryStore } from '@flagpost/records';
import { createEngine, quantiseInput } from '@flagpost/telemetry';
import { createHistoryWriter } from '@flagpost/telemetry-ingest';
import { raceSetup } from '@flagpost/testing/race-setup';
import { roundCourse } from './round-course.js';

const SECONDS = 300;
const LAP_M = 1_500;
const METRES_A_SECOND = 25;

/**
 * A race of one car as an installation keeps it: its journal, as telemetry-ingest writes it, and its laps, as the api records them.
 *
 * @param recorded What becomes of the laps before they are recorded
 * @returns how many laps the car drove
 */
export const keepRace = async (
  { store, history }: { readonly store: Pick<EventStore, 'append'>; readonly history: HistoryStore },
  { eventId, invitationId, beganAt }: { eventId: number; invitationId: number; beganAt: number },
  recorded: (laps: readonly Lap[]) => readonly Lap[] = (laps) => laps,
): Promise<number> => {
  const course = roundCourse(LAP_M);
  const car = { eventId, invitationId };
  const place = { offset: 0, at: beganAt };
  const writer = createHistoryWriter(history, { run: beganAt, offset: 0, from: 'nothing' });
  const engine = createEngine({
    onEffect: (_event, _car, effect) => writer.note(car, place.offset, place.at, effect),
  });
  engine.setup(eventId, raceSetup(eventId, beganAt, [invitationId], { finish: course.line }));
  for (let second = 0; second < SECONDS; second += 1) {
    const metres = LAP_M / 2 + second * METRES_A_SECOND;
    const at = beganAt + second * 1_000;
    const input: PositionInput = quantiseInput({
      receivedAt: at + 80,
      t: at,
      ...course.placeAt(metres),
      headingDeg: course.headingAt(metres),
    });
    place.offset = second;
    place.at = input.receivedAt;
    writer.add(car, second, input, engine.apply(carKey(eventId, invitationId), input));
    if (second % 5 === 0) await writer.flush();
  }
  await writer.flush();
  const laps = engine.takeFacts().flatMap((fact): Lap[] => {
    if (fact.type !== 'lapCompleted') return [];
    const { type: _type, id: _id, ...lap } = fact;
    return [lap];
  });
  const events = recorded(laps).map((lap, index) => ({
    type: 'LapRecorded',
    data: lap,
    occurredAt: lap.crossedAt,
    meta: {
      id: `kept-${invitationId}-${index}`,
      actorId: null,
      actorRoles: [],
      clubId: null,
      correlationId: `kept-${invitationId}`,
      causationId: null,
      schemaVersion: 1,
    },
  }));
  if (events.length > 0) await store.append(lapsStream(invitationId), events, 'noStream');
  return laps.length;
};
