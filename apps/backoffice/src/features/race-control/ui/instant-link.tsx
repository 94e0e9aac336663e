import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { timeOfDay } from '../../../shared/format.js';
import { PATHS } from '../../../shared/paths.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useRace } from '../race-context.js';

/**
 * A time of day at the track, which leads to this instant of the race's history: in another tab from a live race, which
 * nobody leaves by a press.
 */
export const InstantLink = ({ at }: { at: number }): ReactElement => {
  const { eventId, gmtHours, isReplay } = useRace();
  return (
    <Link
      className="instant-link"
      to={PATHS.history(eventId, at)}
      title={TEXTS.showInHistory}
      {...(isReplay ? {} : { target: '_blank' })}
    >
      <time dateTime={new Date(at).toISOString()}>{timeOfDay(at, gmtHours)}</time>
    </Link>
  );
};
