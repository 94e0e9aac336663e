import { ALARMS } from '@flagpost/contracts';
import { raise, type CautionsState } from './caution-state.js';

/** Cars that fall silent, one by one or half the field at once. */

/** These cars are heard again. */
export const hear = (state: CautionsState, heard: readonly number[]): void => {
  state.fallenSilent = state.fallenSilent.filter(({ invitationId }) => !heard.includes(invitationId));
  if (state.silence === null) return;
  state.silence.cars = state.silence.cars.filter((id) => !heard.includes(id));
  if (state.silence.cars.length * 2 < state.silence.of) state.silence = null;
};

/** One car falls silent; `heardCount` are heard still. */
export const fallSilent = (
  state: CautionsState,
  { invitationId, at }: { invitationId: number; at: number },
  heardCount: number,
): void => {
  if (state.silence?.isDismissed === false) {
    const { cars } = state.silence;
    cars.push(invitationId);
    state.silence.of = Math.max(state.silence.of, cars.length);
    const told = state.notices.findLast((notice) => notice.kind === 'silence');
    if (told !== undefined) told.count = Math.max(told.count, cars.length);
    return;
  }
  state.fallenSilent = [
    ...state.fallenSilent.filter((one) => one.at >= at - ALARMS.fieldSilentWithinMs),
    { invitationId, at },
  ];
  const cars = state.fallenSilent.map((one) => one.invitationId);
  const of = cars.length + heardCount;
  // One car is no field.
  if (cars.length < 2 || cars.length * 2 < of) {
    state.notices.push({ kind: 'offline', at, invitationId });
    return;
  }
  const since = state.fallenSilent[0]?.at ?? at;
  state.silence = { since, cars, of, isDismissed: false };
  state.notices = state.notices.filter(
    (notice) => notice.kind !== 'offline' || notice.at < since || !cars.includes(notice.invitationId),
  );
  state.notices.push({ kind: 'silence', at, count: cars.length, of });
  state.fallenSilent = [];
  raise(state, 'silence', at);
};
