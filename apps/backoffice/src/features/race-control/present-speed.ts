import { TEXTS } from '../../shared/texts/race.js';
import type { CarRow } from './live-cars.js';

/** A car's speed now, km/h, in figures. Of an offline car nobody knows it: its last speed is not a present one. */
export const presentSpeed = ({ isOffline, speedKph }: Pick<CarRow, 'isOffline' | 'speedKph'>): string =>
  isOffline ? TEXTS.unknown : String(Math.round(speedKph));
