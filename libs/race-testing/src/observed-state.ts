import type { LiveCar } from '@flagpost/contracts';
import type { Viewer } from './viewer.js';

/** What the screen of a viewer has shown since it was opened: by what it was told, and by snapshots after it came back. */
const snapshotsOf = (viewer: Viewer) => viewer.of('SNAPSHOT');

export const shownFlags = (viewer: Viewer): ReadonlySet<number> =>
  new Set([
    ...snapshotsOf(viewer).flatMap(({ flags }) => flags.map(({ FlagId }) => FlagId)),
    ...viewer.of('RACE_CONTROL').flatMap((told) => (told.action === 'flagSent' ? [told.flag.FlagId] : [])),
  ]);

/** Cars whose call for help was shown. */
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

/** Cars that were shown with a position received after `since`, epoch ms. */
export const carsTaken = (viewer: Viewer, since: number): ReadonlySet<number> =>
  new Set(
    shownCars(viewer)
      .filter(({ receivedAt }) => (receivedAt ?? 0) > since)
      .map(({ invitationId }) => invitationId),
  );

/** Cars that had been heard, and were shown offline later: which, and the age that its position was shown with. */
export const fellSilent = (viewer: Viewer): readonly string[] => {
  const heard = new Set<number>();
  const silent = new Set<string>();
  for (const { invitationId, offline, receivedAt } of shownCars(viewer))
    if (!offline) heard.add(invitationId);
    else if (heard.has(invitationId))
      silent.add(`car ${invitationId}, heard last at ${receivedAt ?? 'no time'}`);
  return [...silent];
};
