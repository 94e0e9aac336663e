import { carKey, RACE, type DropReason, type PositionInput } from '@flagpost/contracts';
import { createEngine } from '@flagpost/telemetry';
import type { PhoneInput } from '../phone.js';
import { setupOf, type KnownSetup } from './setup.js';

/** Results of the race engine for the fixes that a door took. */
export interface Moved {
  readonly moved: number;
  readonly not: Readonly<Partial<Record<DropReason, number>>>;
}

/** The previous position of a car, if there is one; times are epoch ms. */
export interface LastFix extends Required<Pick<PositionInput, 'receivedAt' | 't' | 'lat' | 'lng'>> {
  readonly invitationId: number;
}

export interface MovedCounter {
  /** Takes stored fixes of a car, in their order. */
  count(invitationId: number, fixes: readonly PhoneInput[], receivedAt: number): void;
  read(): Moved;
}

/**
 * Counts by the same engine that telemetry-ingest runs, over the same fixes: doors answer what they stored, and a fix is
 * judged later. Its clock is this machine's, which decides nothing unless device clocks run a minute ahead.
 */
export const createMovedCounter = (event: KnownSetup, before: readonly LastFix[]): MovedCounter => {
  const { eventId } = event;
  const engine = createEngine();
  // Fixes before the replay are not counted, even if the event was changed since.
  engine.setup(eventId, setupOf({ eventId, invitationIds: event.invitationIds }));
  for (const { invitationId, ...fix } of before) engine.apply(carKey(eventId, invitationId), fix);
  engine.setup(eventId, setupOf(event));
  const not: Partial<Record<DropReason, number>> = {};
  let moved = 0;

  return {
    count(invitationId, fixes, receivedAt) {
      for (const fix of fixes) {
        const verdict = engine.apply(carKey(eventId, invitationId), { receivedAt, ...fix });
        if (verdict === 'accepted') moved += 1;
        else if (verdict !== 'noFix') not[verdict] = (not[verdict] ?? 0) + 1;
      }
      engine.takeFacts();
    },
    read: () => ({ moved, not }),
  };
};

const WHY: Readonly<Record<DropReason, string>> = {
  invalidCoordinates: 'had coordinates out of range',
  clockAhead: `had a time over ${RACE.maxClockAheadMs / 1_000} s ahead of the clock`,
  jump: `jumped, at over ${RACE.maxSpeedKph} km/h`,
  repeated: 'repeated the time of the fix before',
  late: 'came with a time before that of a fix ahead of it',
  unauthorized: 'came from a car that is not authorised',
  unpublished: 'came while the event was not published',
  notBegun: 'came before the event began',
  pastEvent: 'came after the event was over',
  unknownEvent: 'belonged to an event that does not exist',
  undecodable: 'could not be read',
  unsupported: 'had no known kind',
  tooMany: 'were more than a device may send',
};

const fixes = (count: number): string => (count === 1 ? '1 fix was' : `${count} fixes were`);

/** "9 fixes were taken: 7 moved a car, 2 did not (2 repeated the time of the fix before)." */
export const movedInWords = ({ moved, not }: Moved): string => {
  const reasons = Object.entries(not) as [DropReason, number][];
  const unmoved = reasons.reduce((sum, [, count]) => sum + count, 0);
  const all = `${fixes(moved + unmoved)} taken`;
  if (unmoved === 0) return `${all}, and each moved its car.`;
  const why = reasons.toSorted(([, a], [, b]) => b - a).map(([reason, count]) => `${count} ${WHY[reason]}`);
  return `${all}: ${moved} moved a car, ${unmoved} did not (${why.join(', ')}).`;
};
