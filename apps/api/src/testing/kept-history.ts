import type { Records } from '@flagpost/records';
import { minuteOf, type HistoryFix } from '@flagpost/telemetry';
import { formerBlock } from '@flagpost/telemetry/former-block';

/** Keeps fixes of a car as former releases did: a block of format 1 for each minute of `receivedAt`. */
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
  await dependencies.records.history.put(
    [...minutes].map(([minute, of]) => ({ eventId, invitationId, minute, bytes: formerBlock(minute, of) })),
  );
};
