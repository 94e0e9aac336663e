import { TEXTS } from '../../shared/texts/race.js';
import type { CarRow } from './live-field.js';
import { presentSpeed } from './present-speed.js';
import type { RosterCar } from './state/roster.js';

/** The line of a car in a snapshot's list, in the order of its heads: number, pilot, lap, speed, state. */
export const snapshotCells = (
  { carNumber, pilot }: Pick<RosterCar, 'carNumber' | 'pilot'>,
  row: CarRow,
): string[] => [carNumber, pilot, String(row.counter), presentSpeed(row), TEXTS.race.counts[row.state]];
