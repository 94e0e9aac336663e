import { TEXTS } from '../../shared/texts/race.js';
import type { CarRow } from './live-field.js';

/** A car's current speed as text, km/h. It is unknown for an offline car: the last speed is not the current one. */
export const presentSpeed = ({ isOffline, speedKph }: Pick<CarRow, 'isOffline' | 'speedKph'>): string =>
  isOffline ? TEXTS.unknown : String(Math.round(speedKph));
