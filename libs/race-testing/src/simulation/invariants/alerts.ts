import { parseSetupKey, RACE, setupRecord, TOPICS, type Signal } from '@flagpost/contracts';
import { STARTS_AT } from '../course.js';
import type { Installation } from '../installation.js';
import { of, type Events } from './events.js';
import { inputsOf } from './inputs.js';

/** When the setup topic first told that an SOS of this car was cleared at `clearedAt` or later; Infinity if it never did. */
const toldAt = ({ broker }: Installation, car: number, clearedAt: number): number => {
  const told = broker
    .topic(TOPICS.setup)
    .partitions.flat()
    .flatMap(({ key, value, storedAt }) => {
      if (value === null || parseSetupKey(key)?.geometry !== null) return [];
      const { cars } = setupRecord.parse(JSON.parse(value));
      const { sosClearedAt = null } = cars.find(({ invitationId }) => invitationId === car) ?? {};
      return sosClearedAt !== null && sosClearedAt >= clearedAt ? [storedAt] : [];
    });
  return Math.min(...told);
};

/** Alerts of a car: raised once until cleared, none lost, none without a press. */
export const wrongAlerts = (installation: Installation, events: Events, car: number): string[] => {
  const complaints: string[] = [];
  const inputs = inputsOf(installation, car);
  const said = (type: Signal['type']) =>
    inputs.flatMap(({ signal, receivedAt }, order) => (signal?.type === type ? [{ receivedAt, order }] : []));
  const presses = said('sos');
  const releases = said('sosCleared');
  /** Where the newest press with this receive time stands among the inputs; before all of them if none has it. */
  const pressOf = (from: number): number =>
    presses.findLast(({ receivedAt }) => receivedAt === from)?.order ?? -1;
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
    if (!presses.some(({ receivedAt }) => from >= receivedAt && from < receivedAt + 50))
      complaints.push(`car ${car}: alert ${alertId} was raised without a press`);
    if (end !== undefined && end.data.by === null && releases.length === 0)
      complaints.push(`car ${car}: alert ${alertId} was cleared by nobody`);
    // A clearing that another press revokes within a few seconds is not stated. A door that slept stores late: a press
    // that is stored after a clearing counts, however old its receive time is.
    const isTakenBack = (release: (typeof releases)[number]): boolean =>
      presses.some(
        ({ receivedAt, order }) =>
          (order > release.order || receivedAt >= release.receivedAt) &&
          receivedAt <= release.receivedAt + RACE.clearingsEveryMs,
      );
    const wasCleared = releases.some(
      (release) => release.receivedAt > from && release.order > pressOf(from) && !isTakenBack(release),
    );
    if (end === undefined && wasCleared)
      complaints.push(`car ${car}: alert ${alertId} is open though the car cleared it`);
  }
  const covers = (at: number): boolean =>
    alerts.some(({ from, ends }) => from <= at + 50 && ends.every(({ data }) => data.receivedAt >= at));
  // Presses between a director's clearing and its arrival at the engine raise one alert, from the newest of them.
  const isInNext = (at: number): boolean =>
    alerts.some(({ from }, index) =>
      (alerts[index - 1]?.ends ?? []).some(
        ({ data: { by, receivedAt } }) =>
          by !== null && receivedAt < at && at < from && from <= toldAt(installation, car, receivedAt),
      ),
    );
  for (const { receivedAt: at } of presses)
    if (!covers(at) && !isInNext(at))
      complaints.push(`car ${car}: the press at ${at - STARTS_AT} raised nothing`);
  return complaints;
};
