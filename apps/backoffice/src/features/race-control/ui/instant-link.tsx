import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { PATHS } from '../../../shared/paths.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useRace } from '../race-context.js';
import { timeAtTrack } from '../track-clock.js';

/**
 * A time of day at the track; in the replay it leads to this instant. On the live map it leads nowhere: a link in each line
 * would be too small for a finger, and stand between the keyboard and what acts.
 */
export const InstantLink = ({ at }: { at: number }): ReactElement => {
  const { eventId, gmtHoursAt, isReplay } = useRace();
  const time = <time dateTime={new Date(at).toISOString()}>{timeAtTrack(at, gmtHoursAt)}</time>;
  return isReplay ? (
    <Link className="instant-link" to={PATHS.history(eventId, at)} title={TEXTS.showInHistory}>
      {time}
    </Link>
  ) : (
    time
  );
};
