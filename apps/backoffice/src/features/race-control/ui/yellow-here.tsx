import { Button } from 'primereact/button';
import { useId, useState, type ReactElement } from 'react';
import { FLAGS, type SectorRow } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/race.js';
import { ignoreHeldEnter } from '../../../shared/ui/held-enter.js';
import type { CarPlace } from '../car-place.js';
import { useRace } from '../race-context.js';
import { flagRequestFor } from '../send-flag.js';
import { selectIsRed } from '../state/lifted-reds.js';
import { useRaceSelector } from '../state/race-store.js';
import { useSendFlag } from './use-send-flag.js';

const words = TEXTS.sos;
const nameOf = ({ secNumber }: SectorRow): string => TEXTS.flags.sector(secNumber);

/**
 * Names the sectors of a yellow before it is sent to every car: those that are proposed for the place where the car was
 * when this was opened, each of which can be left out; without any the whole track.
 */
export const YellowHere = ({
  place,
  onDone,
}: {
  place: CarPlace | null;
  onDone: () => void;
}): ReactElement => {
  const { eventId } = useRace();
  const question = useId();
  const sendFlag = useSendFlag();
  const [proposed] = useState<readonly SectorRow[]>(place?.proposed ?? []);
  const [leftOut, setLeftOut] = useState<number | null>(null);
  const sectors = proposed.filter(({ secId }) => secId !== leftOut);
  const send = (): void => {
    const places = sectors.length === 0 ? [null] : sectors;
    for (const sector of places) sendFlag(flagRequestFor(eventId, FLAGS.yellow, [], null, sector));
    onDone();
  };
  const liftsRed = useRaceSelector(selectIsRed) && sectors.length === 0;
  const names = sectors.length === 0 ? TEXTS.flags.wholeTrack : sectors.map(nameOf).join(', ');
  return (
    <div className="sos-step" role="group" aria-label={words.yellowHere} onKeyDown={ignoreHeldEnter}>
      <p id={question} aria-live="polite">
        {liftsRed && <strong>{TEXTS.flags.redInForce} </strong>}
        {words.yellowTo(names)}
      </p>
      <div>
        <Button autoFocus={!liftsRed} label={words.sendYellow} aria-describedby={question} onClick={send} />
        {proposed.length > 1 &&
          proposed.map((sector) => (
            <Button
              key={sector.secId}
              outlined
              label={nameOf(sector)}
              aria-pressed={sector.secId !== leftOut}
              onClick={() => setLeftOut(sector.secId === leftOut ? null : sector.secId)}
            />
          ))}
        <Button text icon="pi pi-times" aria-label={TEXTS.cancel} autoFocus={liftsRed} onClick={onDone} />
      </div>
    </div>
  );
};
