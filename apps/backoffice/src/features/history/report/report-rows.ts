import type { LiveCar } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/history.js';
import type { CarRow } from '../../race-control/live-field.js';
import { snapshotCells } from '../../race-control/snapshot-list.js';
import type { RosterCar } from '../../race-control/state/roster.js';
import type { GmtHoursAt } from '../../race-control/track-clock.js';
import { instantText } from '../questions/columns.js';

const DECIMALS = 6;

/** The line of a car at an instant: as in a snapshot, then its flags, its place and when it was there. */
export const reportCells = (
  car: Pick<RosterCar, 'carNumber' | 'pilot' | 'flags'>,
  row: CarRow,
  live: Pick<LiveCar, 'lat' | 'lng' | 't'> | undefined,
  gmtHoursAt: GmtHoursAt,
): string[] => {
  const { track, driver } = car.flags;
  const flags = [track, driver].flatMap((code) => (code === null ? [] : [TEXTS.flags.names[code]]));
  const isPlaced = live?.lat != null && live.lng != null;
  return [
    ...snapshotCells(car, row),
    flags.join(', '),
    isPlaced ? `${live.lat?.toFixed(DECIMALS)}, ${live.lng?.toFixed(DECIMALS)}` : TEXTS.unknown,
    live?.t == null ? TEXTS.unknown : instantText(live.t, gmtHoursAt),
  ];
};
