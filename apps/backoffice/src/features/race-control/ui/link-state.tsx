import { useEffect, useState, type ReactElement } from 'react';
import { useRaceSelector } from '../state/race-store.js';
import { duration } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useRace } from '../race-context.js';
import { timeAtTrack } from '../track-clock.js';
import { selectLink } from '../state/link.js';
import { Trouble } from './trouble.js';

const Lost = ({ since }: { since: number }): ReactElement => {
  const { cars, gmtHoursAt } = useRace();
  const [now, setNow] = useState(Date.now);

  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, []);

  const pictureOf = cars.newestReceivedAt;
  const elapsed = duration(now - since);
  if (pictureOf === null)
    return <Trouble isUrgent text={TEXTS.race.lostEmpty(elapsed)} announced={TEXTS.race.offline} />;
  const positionsOf = timeAtTrack(pictureOf, gmtHoursAt);
  return (
    <Trouble
      isUrgent
      text={TEXTS.race.lost(elapsed, positionsOf)}
      announced={TEXTS.race.lostStill(positionsOf)}
    />
  );
};

/** How long the link has been lost, and the age of the picture; or that it was refused. */
export const LinkState = (): ReactElement | null => {
  const { phase, lostAt, refusal } = useRaceSelector(selectLink);
  if (phase === 'refused') return <Trouble isUrgent icon="pi pi-ban" text={refusal ?? TEXTS.race.refused} />;
  return phase === 'lost' && lostAt !== null ? <Lost since={lostAt} /> : null;
};
