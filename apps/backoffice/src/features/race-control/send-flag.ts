import { flagOf, type FlagCode, type FlagRequest, type SectorRow } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/race.js';

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

export const stepFor = (
  code: FlagCode,
  receivers: readonly number[],
  { safetyCarDelayS }: { safetyCarDelayS: number },
): FlagStep => {
  const { press, receivers: wanted } = flagOf(code);
  if (press === 'write') return { step: 'writeMessage' };
  if (press === 'confirm') return { step: 'confirm' };
  if (press === 'countDown' && safetyCarDelayS > 0) return { step: 'countDown' };
  if (wanted === 'one') {
    if (receivers.length > 1) return { step: 'refuse', text: TEXTS.flags.onlyOne };
    return receivers.length === 0 ? { step: 'chooseCar' } : { step: 'send' };
  }
  if (wanted === 'named' && receivers.length === 0) return { step: 'refuse', text: TEXTS.flags.atLeastOne };
  return { step: 'send' };
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
