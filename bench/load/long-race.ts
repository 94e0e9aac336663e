import { carKey, parseCarKey, POSITION_PARTITIONS, type PositionInput } from '@flagpost/contracts';
import { partitionOf } from '@flagpost/messaging';
import type { Records } from '@flagpost/records';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { quantiseInput } from '@flagpost/telemetry';
import { createHistoryWriter } from '@flagpost/telemetry-ingest';
import { inputsOf } from './race-load.ts';

const SAVE_EVERY_MS = 5_000;

export interface Arrival {
  readonly eventId: number;
  readonly invitationId: number;
  readonly fix: PositionInput;
}

/** In the file of an embedded installation. */
export const inRecords = async <T>(path: string, use: (records: Records) => Promise<T>): Promise<T> => {
  const records = sqliteRecords({ path });
  try {
    return await use(records);
  } finally {
    await records.close();
  }
};

/** Writes them as the pipeline does, which saves every 5 s. */
export const writeHistory = async (
  records: Pick<Records, 'history'>,
  arrivals: Iterable<Arrival>,
  saveEveryMs = SAVE_EVERY_MS,
): Promise<void> => {
  const writer = createHistoryWriter(records.history, { run: Date.now(), offset: 0, from: 'nothing' });
  let savedAt = 0;
  /** By partition. */
  const offsets = new Map<number, number>();
  for (const { eventId, invitationId, fix } of arrivals) {
    if (fix.receivedAt - savedAt >= saveEveryMs) {
      await writer.flush();
      savedAt = fix.receivedAt;
    }
    const partition = partitionOf(carKey(eventId, invitationId), POSITION_PARTITIONS);
    const offset = offsets.get(partition) ?? 0;
    offsets.set(partition, offset + 1);
    writer.add({ eventId, invitationId }, offset, quantiseInput({ ...fix }), 'accepted');
  }
  await writer.flush();
};

/** Second by second, so that eight hours need no memory. */
export function* longRace(cars: number, seconds: number, startsAt: number): Generator<Arrival> {
  for (let second = 0; second < seconds; second++)
    for (const { key, input } of inputsOf({ events: 1, cars, seconds: 1, startsAt }, second)) {
      const invitationId = parseCarKey(key)?.invitationId ?? 0;
      yield { eventId: 1, invitationId, fix: input };
    }
}
