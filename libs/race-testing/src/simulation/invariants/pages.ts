import { FLAGS } from '@flagpost/contracts';
import type { Showing } from '../pages.js';
import type { Phone } from '../phones.js';
import { of, type Events } from './events.js';

const isRed = ({ type, code }: { readonly type: string; readonly code: number }): boolean =>
  type === 'flag' && code === FLAGS.red;

/** Ids of what was sent to this car, flags and withdrawals, oldest first. */
const sentTo = (events: Events, car: number): number[] =>
  events.flatMap((event) => {
    if (event.type !== 'FlagSent' && event.type !== 'FlagWithdrawn') return [];
    const sent =
      event.type === 'FlagSent'
        ? { id: event.data.flagId, receivers: event.data.receivers }
        : event.data.flag && { id: event.data.flag.withdrawalId, receivers: event.data.flag.receivers };
    return sent !== null && (sent.receivers.length === 0 || sent.receivers.includes(car)) ? [sent.id] : [];
  });

/** A red that its driver had not confirmed was behind something else. */
const hidesRed = ({ orders, screen, confirmed }: Showing): boolean =>
  orders.unconfirmed.some((order) => isRed(order) && !confirmed.has(order.id)) &&
  !(screen.kind === 'order' && isRed(screen.order));

/**
 * A driver's page showed nothing of other cars, never something before a red, and orders of one kind in the order in which they
 * were sent; what it showed is recorded, and whom it asked; a door took everything that it took.
 */
export const wrongPages = (events: Events, { car, page }: Phone): string[] => {
  if (page === null) return [];
  const sent = sentTo(events, car);
  const shown = page.showings.flatMap(({ screen }) => (screen.kind === 'order' ? [screen.order] : []));
  const recorded = new Set(
    of(events, 'FlagShown').flatMap(({ data }) => (data.invitationId === car ? [data.flagId] : [])),
  );
  const asked = new Set(
    page.showings.flatMap(({ screen }) => (screen.kind === 'question' ? [screen.question.since] : [])),
  );
  /** What they replaced stands again, with its own place. */
  const takenBack = new Set(
    of(events, 'FlagWithdrawn').flatMap(({ data: { flag } }) =>
      flag !== null && (flag.receivers.length === 0 || flag.receivers.includes(car)) ? [flag.flagId] : [],
    ),
  );
  /** An order sent before it may have been replaced by it, and shown once it was taken back. */
  const lastTakenBack = Math.max(...[...takenBack].map((id) => sent.indexOf(id)), -1);
  /** The place of the latest of each kind that was shown so far, and was not taken back from the car. */
  const latest = new Map<string, number>();
  const disordered = shown.filter(({ id, type, code }, index) => {
    if (shown.findIndex((one) => one.id === id) < index) return false;
    const [kind, place] = [`${type} ${code}`, sent.indexOf(id)];
    const before = latest.get(kind) ?? -1;
    if (!takenBack.has(id)) latest.set(kind, Math.max(before, place));
    return place < before && place > lastTakenBack;
  });
  const acknowledged = new Set(page.acknowledged.map((line) => JSON.stringify(line)));
  return [
    ...page.taken
      .map((line) => JSON.stringify(line))
      .filter((line) => !acknowledged.has(line))
      .map((line) => `car ${car}: its page took and never sent ${line}`),
    ...shown.filter(({ id }) => !sent.includes(id)).map(({ id }) => `car ${car} was shown ${id}, of others`),
    ...page.showings
      .filter(hidesRed)
      .map(({ screen }) => `car ${car}: red was behind ${JSON.stringify(screen)}`),
    ...disordered.map(({ id }) => `car ${car} was shown ${id} after a later one of its kind`),
    ...shown
      .filter(({ id }) => !recorded.has(id))
      .map(({ id }) => `car ${car}: not recorded as shown: ${id}`),
    ...of(events, 'DriverAsked')
      .filter(({ data }) => data.invitationId === car && !asked.has(data.stoppedAt))
      .map(({ data }) => `car ${car}: recorded and not asked: ${data.stoppedAt}`),
  ];
};
