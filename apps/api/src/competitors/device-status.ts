import { DROP_REASONS, type DeviceAnswer } from '@flagpost/contracts';
import type { Records } from '@flagpost/records';

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** What telemetry-ingest noted of a competitor's device. */
export const deviceStatus = async (
  { deviceTokens }: Pick<Records, 'deviceTokens'>,
  invitationId: number,
): Promise<DeviceAnswer> => {
  const status = await deviceTokens.status(invitationId);
  return {
    hasToken: status !== null,
    heardAt: iso(status?.heardAt ?? null),
    droppedAt: iso(status?.droppedAt ?? null),
    droppedReason: DROP_REASONS.find((reason) => reason === status?.droppedReason) ?? null,
  };
};
