import { RACE } from '@flagpost/contracts';
import { STARTS_AT } from '../course.js';
import type { Installation } from '../installation.js';
import { of, type Events } from './events.js';
import { inputsOf } from './inputs.js';

/** Alerts of a car: raised once until cleared, none lost, none without a press. */
export const wrongAlerts = (installation: Installation, events: Events, car: number): string[] => {
  const complaints: string[] = [];
  const inputs = inputsOf(installation, car);
  const pressedAt = inputs.filter(({ signal }) => signal?.type === 'sos').map(({ receivedAt }) => receivedAt);
  const releasedAt = inputs
    .filter(({ signal }) => signal?.type === 'sosCleared')
    .map(({ receivedAt }) => receivedAt);
  const alerts = of(events, 'SosRaised')
    .filter(({ data }) => data.invitationId === car)
    .map(({ data: { alertId, receivedAt }, position }) => ({
      alertId,
      from: receivedAt,
      position,
      ends: of(events, 'SosCleared').filter(({ data }) => data.alertId === alertId),
    }));
  for (const [index, { alertId, from, ends }] of alerts.entries()) {
    if (ends.length > 1) complaints.push(`car ${car}: alert ${alertId} was cleared twice`);
    const end = ends[0];
    const next = alerts[index + 1];
    if (next !== undefined && (end === undefined || end.position > next.position))
      complaints.push(`car ${car}: alert ${next.alertId} was raised while ${alertId} was open`);
    // Presses with the same receive time count 1 ms apart.
    if (!pressedAt.some((at) => from >= at && from < at + 50))
      complaints.push(`car ${car}: alert ${alertId} was raised without a press`);
    if (end !== undefined && end.data.by === null && releasedAt.length === 0)
      complaints.push(`car ${car}: alert ${alertId} was cleared by nobody`);
    // A clearing that another press revokes within a few seconds is not stated.
    const isTakenBack = (at: number): boolean =>
      pressedAt.some((press) => press >= at && press <= at + RACE.clearingsEveryMs);
    if (end === undefined && releasedAt.some((at) => at > from && !isTakenBack(at)))
      complaints.push(`car ${car}: alert ${alertId} is open though the car cleared it`);
  }
  const covers = (at: number): boolean =>
    alerts.some(({ from, ends }) => from <= at + 50 && ends.every(({ data }) => data.receivedAt >= at));
  for (const at of pressedAt)
    if (!covers(at)) complaints.push(`car ${car}: the press at ${at - STARTS_AT} raised nothing`);
  return complaints;
};
