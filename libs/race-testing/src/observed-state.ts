import type { LiveCar } from '@flagpost/contracts';
import type { Viewer } from './viewer.js';

/** The flags that a viewer has been shown since it connected, by messages and by snapshots after a reconnection. */
const snapshotsOf = (viewer: Viewer) => viewer.of('SNAPSHOT');

export const shownFlags = (viewer: Viewer): ReadonlySet<number> =>
  new Set([
    ...snapshotsOf(viewer).flatMap(({ flags }) => flags.map(({ FlagId }) => FlagId)),
    ...viewer.of('RACE_CONTROL').flatMap((told) => (told.action === 'flagSent' ? [told.flag.FlagId] : [])),
  ]);

/** Cars whose SOS was shown. */
export const shownAlerts = (viewer: Viewer): ReadonlySet<number> =>
  new Set([
    ...snapshotsOf(viewer).flatMap(({ alerts }) => alerts.map(({ InvitationId }) => InvitationId)),
    ...viewer.of('DRIVER_ALERT').map(({ alert }) => alert.InvitationId),
  ]);

const shownCars = (viewer: Viewer): readonly LiveCar[] =>
  viewer.messages.flatMap(({ type, data }) => {
    if (type === 'SNAPSHOT') return data.cars.map(({ live }) => live);
    return type === 'CHANGE_POSITION' && 'cars' in data ? data.cars : [];
  });

/** Cars shown with a position received after `since`, epoch ms. */
export const carsUpdated = (viewer: Viewer, since: number): ReadonlySet<number> =>
  new Set(
    shownCars(viewer)
      .filter(({ receivedAt }) => (receivedAt ?? 0) > since)
      .map(({ invitationId }) => invitationId),
  );

/** Cars that were online and were later shown offline, with the receive time of their last position. */
export const wentOffline = (viewer: Viewer): readonly string[] => {
  const heard = new Set<number>();
  const silent = new Set<string>();
  for (const { invitationId, offline, receivedAt } of shownCars(viewer))
    if (!offline) heard.add(invitationId);
    else if (heard.has(invitationId))
      silent.add(`car ${invitationId}, heard last at ${receivedAt ?? 'no time'}`);
  return [...silent];
};
