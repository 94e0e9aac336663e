import { parseCarKey } from '@flagpost/contracts';
import { sqliteRecords } from '@flagpost/records/sqlite';
import type { HistoryFix } from '@flagpost/telemetry';
import { createHistoryWriter } from '@flagpost/telemetry-ingest';
import { inputsOf } from './race-load.ts';

const SAVE_EVERY_MS = 5_000;

export interface Arrival {
  readonly eventId: number;
  readonly invitationId: number;
  readonly fix: HistoryFix;
}

/** Writes them as the pipeline does, which saves every 5 s. */
export const writeHistory = async (
  path: string,
  arrivals: Iterable<Arrival>,
  saveEveryMs = SAVE_EVERY_MS,
): Promise<void> => {
  const records = sqliteRecords({ path });
  const writer = createHistoryWriter(records.history);
  let savedAt = 0;
  for (const { eventId, invitationId, fix } of arrivals) {
    if (fix.receivedAt - savedAt >= saveEveryMs) {
      await writer.flush();
      savedAt = fix.receivedAt;
    }
    writer.add({ eventId, invitationId }, fix);
  }
  await writer.flush();
  await records.close();
};

/** Second by second, so that eight hours need no memory. */
export function* longRace(cars: number, seconds: number, startsAt: number): Generator<Arrival> {
  for (let second = 0; second < seconds; second++)
    for (const { key, input } of inputsOf({ events: 1, cars, seconds: 1, startsAt }, second)) {
      const { lat = 0, lng = 0, speedKph = 0, headingDeg = 0, t = 0, receivedAt } = input;
      const invitationId = parseCarKey(key)?.invitationId ?? 0;
      yield { eventId: 1, invitationId, fix: { receivedAt, t, lat, lng, speedKph, headingDeg } };
    }
}
