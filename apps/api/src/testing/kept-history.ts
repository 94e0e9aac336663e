import type { Records } from '@flagpost/records';
import { createBlockCodec, minuteOf, type HistoryFix } from '@flagpost/telemetry';

/** Keeps fixes of a car as telemetry-ingest does: a block for each minute of `receivedAt`. */
export const keepHistory = async (
  { dependencies }: { readonly dependencies: { readonly records: Pick<Records, 'history'> } },
  eventId: number,
  invitationId: number,
  fixes: readonly HistoryFix[],
): Promise<void> => {
  const minutes = new Map<number, HistoryFix[]>();
  for (const fix of fixes) {
    const minute = minuteOf(fix.receivedAt);
    minutes.set(minute, [...(minutes.get(minute) ?? []), fix]);
  }
  const codec = createBlockCodec();
  await dependencies.records.history.put(
    [...minutes].map(([minute, of]) => ({ eventId, invitationId, minute, bytes: codec.encode(minute, of) })),
  );
};
