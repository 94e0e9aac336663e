import { ALARMS, RACE, type CarReportRow, type StopRow } from '@flagpost/contracts';
import { raise, type CautionsState, type Unanswered } from './caution-state.js';
import type { FieldChange } from './messages.js';

/** Cautions of cars that stand, and of drivers who were asked whether all is well. */

/** Cars stand, or stand no longer, as their positions say. */
export const stand = (state: CautionsState, { at, stood, left }: FieldChange): void => {
  state.standing = state.standing.filter(({ invitationId }) => !left.includes(invitationId));
  if (stood.length === 0) return;
  for (const invitationId of stood) {
    const isDismissed =
      at - (state.saidOkAt[invitationId] ?? -Infinity) < RACE.okBeforeStopMs ||
      state.unanswered.some((car) => car.invitationId === invitationId);
    const since = Math.min(at, state.stoppedAt[invitationId] ?? at);
    state.standing.push({ invitationId, since, isFolded: false, isDismissed });
    state.notices.push({ kind: 'stopped', at: since, invitationId });
  }
  const unquiet = state.standing.filter((car) => !car.isDismissed && stood.includes(car.invitationId));
  if (unquiet.length === 0) return;
  const areMany = raise(state, 'stopped', at, unquiet.length);
  const shown = state.standing.filter(({ isDismissed }) => !isDismissed);
  // A grid that fills slowly is one card too.
  if (areMany || shown.length > ALARMS.crowdOver) for (const car of shown) car.isFolded = true;
};

/** The driver of a standing car says that no help is needed: its caution goes; the feed tells so. */
export const takeOk = (
  state: CautionsState,
  { InvitationId, ReportedAt, StoppedAt }: CarReportRow,
  isNews: boolean,
): void => {
  const at = Date.parse(ReportedAt);
  state.saidOkAt[InvitationId] = Math.max(at, state.saidOkAt[InvitationId] ?? at);
  for (const car of state.standing)
    if (
      car.invitationId === InvitationId &&
      // One that names its stop answers it whatever the clock of the device says.
      ((isNews && StoppedAt !== null) || car.since - at < RACE.okBeforeStopMs)
    )
      car.isDismissed = true;
  if (StoppedAt === null) return;
  const stoppedAt = Date.parse(StoppedAt);
  const isOfStop = (car: Unanswered): boolean =>
    car.invitationId === InvitationId && car.stoppedAt === stoppedAt;
  state.unanswered = state.unanswered.filter((car) => !isOfStop(car));
};

/** A stop is known by two ways, in either order: from positions, and from the server, which knows its time. */
const noteStop = (
  state: CautionsState,
  { invitationId, stoppedAt, isOver }: { invitationId: number; stoppedAt: number; isOver: boolean },
): void => {
  if (isOver) {
    if (state.stoppedAt[invitationId] === stoppedAt) state.stoppedAt[invitationId] = null;
    return;
  }
  state.stoppedAt[invitationId] = stoppedAt;
  for (const car of state.standing) {
    if (car.invitationId !== invitationId || car.since <= stoppedAt) continue;
    const told = state.notices.findLast(
      (notice) =>
        notice.kind === 'stopped' && notice.invitationId === invitationId && notice.at === car.since,
    );
    if (told !== undefined) told.at = stoppedAt;
    car.since = stoppedAt;
  }
};

/**
 * What became of a question. No answer takes the place of the caution that the car stands, and is one of its own until the driver
 * answers or the car drives on.
 */
export const takeStop = (state: CautionsState, row: StopRow, isNews: boolean): void => {
  const { InvitationId: invitationId, StoppedAt, AskedAt, MissedAt, AnsweredAt, DroveOnAt } = row;
  const stoppedAt = Date.parse(StoppedAt);
  noteStop(state, { invitationId, stoppedAt, isOver: DroveOnAt !== null });
  const isOfStop = (car: Unanswered): boolean =>
    car.invitationId === invitationId && car.stoppedAt === stoppedAt;
  if (AskedAt === null || MissedAt === null || AnsweredAt !== null || DroveOnAt !== null) {
    state.unanswered = state.unanswered.filter((car) => !isOfStop(car));
    return;
  }
  if (state.unanswered.some(isOfStop)) return;
  const missedAt = Date.parse(MissedAt);
  const askedAt = Date.parse(AskedAt);
  state.unanswered.push({ invitationId, stoppedAt, askedAt, missedAt, isDismissed: false });
  for (const car of state.standing) if (car.invitationId === invitationId) car.isDismissed = true;
  if (isNews) raise(state, 'unanswered', missedAt);
};
