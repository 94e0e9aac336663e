import type { ReactElement } from 'react';
import { flagOf } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/race.js';
import { selectSectorFlagCodes } from '../state/flags.js';
import { useRaceSelector } from '../state/race-store.js';
import { useSectors } from './sector-choice.js';
import './sector-flags.css';

/** The flags in force of sectors, in order of their numbers. */
export const SectorFlags = (): ReactElement | null => {
  const flags = useRaceSelector(selectSectorFlagCodes);
  const { sectors } = useSectors();
  const flagged = sectors
    .flatMap(({ secId, secNumber }) => {
      const code = flags.get(secId);
      return code === undefined ? [] : [{ secId, secNumber, code }];
    })
    .sort((one, other) => one.secNumber - other.secNumber);
  if (flagged.length === 0) return null;
  return (
    <li className="sector-flags">
      <div role="status" aria-label={TEXTS.stateStrip.sectorFlags}>
        <ul>
          {flagged.map(({ secId, secNumber, code }) => {
            const { letter, ground } = flagOf(code);
            return (
              <li key={secId}>
                <b data-ground={ground} aria-hidden="true">
                  {letter}
                </b>
                {TEXTS.stateStrip.sectorFlag(TEXTS.flags.sector(secNumber), TEXTS.flags.names[code])}
              </li>
            );
          })}
        </ul>
      </div>
    </li>
  );
};
