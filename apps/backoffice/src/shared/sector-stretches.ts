import {
  flagOf,
  type CircuitRouteAnswer,
  type FlagCode,
  type LatLng,
  type SectorRow,
} from '@flagpost/contracts';
import type { RaceStretch } from '@flagpost/map-layers';
import { raceLine, stretch, type Line, type StretchGates } from '@flagpost/track-geometry';

/** Sectors as they lie on the race line. */

/** The line on which laps are driven; null if none is drawn. */
export const raceLineOf = ({ track }: CircuitRouteAnswer): Line | null => {
  const lines = track.pointsTrack.map(({ Positions }) => Positions);
  return lines[raceLine(lines, track.pointsMetaFinish) ?? -1] ?? null;
};

/** The gates of a sector; null if it has no stretch. */
export const gatesOf = ({ From, To }: { From?: LatLng | null; To?: LatLng | null }): StretchGates | null =>
  From == null || To == null ? null : { from: From, to: To };

/** The part of the line between two gates; null without a line. */
export const stretchOn = (line: Line | null, gates: StretchGates | null) =>
  line === null || gates === null ? null : stretch(line, gates.from, gates.to);

/** The label of a sector on a map, where a bare number is a kilometre. */
export const sectorLabel = (number: number): string => `S${number}`;

/**
 * The stretches of all sectors that have one, labelled with their numbers; those with a flag with its letter, in its colour.
 *
 * @param flags codes, by sector
 * @param chosenId of the sector of the next flag of a hazard
 */
export const stretchesOf = (
  line: Line | null,
  sectors: readonly SectorRow[],
  flags: ReadonlyMap<number, FlagCode> = new Map(),
  chosenId: number | null = null,
): RaceStretch[] =>
  sectors.flatMap((sector) => {
    const drawn = stretchOn(line, gatesOf(sector));
    if (drawn === null) return [];
    const { secId, secNumber } = sector;
    const plain = {
      points: drawn.points,
      label: sectorLabel(secNumber),
      colour: secNumber - 1,
      ...(secId === chosenId && { isChosen: true }),
    };
    const code = flags.get(secId);
    if (code === undefined) return [plain];
    const { letter, ground } = flagOf(code);
    return [{ ...plain, label: `${plain.label} ${letter}`, ...(ground !== null && { flag: ground }) }];
  });
