import { DROP_REASONS, type DeviceAnswer } from '@flagpost/contracts';
import type { Records } from '@flagpost/records';
import { isoOrNull } from '../http/times.js';

/** The status of a competitor's device, recorded by telemetry-ingest. */
export const deviceStatus = async (
  { deviceTokens }: Pick<Records, 'deviceTokens'>,
  invitationId: number,
): Promise<DeviceAnswer> => {
  const status = await deviceTokens.status(invitationId);
  return {
    hasToken: status !== null,
    heardAt: isoOrNull(status?.heardAt ?? null),
    droppedAt: isoOrNull(status?.droppedAt ?? null),
    droppedReason: DROP_REASONS.find((reason) => reason === status?.droppedReason) ?? null,
  };
};
