import { flagOf, type FlagCode, type FlagRequest, type SectorRow } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/race.js';
import type { Receivers } from './state/receivers.js';

/** The step that follows a press on a flag, before anything is sent. */
export type FlagStep =
  | { step: 'send' }
  /** Yes or no: red and checkered. */
  | { step: 'confirm' }
  /** The safety car's delay, with a way out. */
  | { step: 'countDown' }
  | { step: 'chooseCar' }
  | { step: 'writeMessage' }
  | { step: 'refuse'; text: string };

/**
 * @param cars How many cars of the race the receivers are at this moment. Chosen receivers of whom none is left are never
 * sent to: without receivers a flag is for every car.
 */
export const stepFor = (
  code: FlagCode,
  { kind, cars }: { readonly kind: Receivers['kind']; readonly cars: number },
  { safetyCarDelayS, hasSector }: { safetyCarDelayS: number; hasSector: boolean },
): FlagStep => {
  const { press, receivers: wanted, bySector } = flagOf(code);
  if (press === 'write') return { step: 'writeMessage' };
  if (press === 'confirm') return { step: 'confirm' };
  if (wanted === 'one') {
    if (kind === 'all') return { step: 'chooseCar' };
    if (kind === 'categories' || cars > 1) return { step: 'refuse', text: TEXTS.flags.onlyOne };
  }
  const isNamed = kind !== 'all';
  // A sector is a place: every car is told of its flag.
  if (isNamed && hasSector && bySector) return { step: 'refuse', text: TEXTS.flags.sectorForAll };
  if (isNamed ? cars === 0 : wanted === 'named') return { step: 'refuse', text: TEXTS.flags.atLeastOne };
  return press === 'countDown' && safetyCarDelayS > 0 ? { step: 'countDown' } : { step: 'send' };
};

/** The sector of this flag: only flags of a hazard have one, if one is chosen. */
export const sectorOf = (code: FlagCode, chosen: SectorRow | null): SectorRow | null =>
  flagOf(code).bySector ? chosen : null;

/** The message of a flag for a sector names the sector: to the driver, and in the feed. */
export const flagRequestFor = (
  eventId: number,
  code: FlagCode,
  receivers: readonly number[],
  message: string | null = null,
  sector: SectorRow | null = null,
): FlagRequest => {
  const place = sectorOf(code, sector);
  return {
    EventId: eventId,
    StateId: code,
    InvitationsSelected: [...receivers],
    Message: place === null ? message : TEXTS.flags.sector(place.secNumber),
    SectorId: place?.secId ?? null,
    SectorImg: place?.secPicpath ?? null,
    SanctionedDriver: flagOf(code).receivers === 'one' ? (receivers[0] ?? null) : null,
  };
};
