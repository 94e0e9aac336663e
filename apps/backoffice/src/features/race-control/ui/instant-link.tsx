import type { ReactElement } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { PATHS } from '../../../shared/paths.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useRace } from '../race-context.js';
import { timeAtTrack } from '../track-clock.js';

/** A time of day at the track, which leads to this instant in the history; from the live map, in a tab of its own. */
export const InstantLink = ({
  at,
  ...link
}: { at: number } & Pick<LinkProps, 'tabIndex' | 'onFocus' | 'aria-describedby'>): ReactElement => {
  const { eventId, gmtHoursAt, isReplay, mayReplay } = useRace();
  const time = <time dateTime={new Date(at).toISOString()}>{timeAtTrack(at, gmtHoursAt)}</time>;
  if (!isReplay && !mayReplay) return time;
  return (
    <Link
      {...link}
      className="instant-link"
      to={PATHS.history(eventId, at)}
      {...(isReplay
        ? { title: TEXTS.showInHistory }
        : { title: TEXTS.showInHistoryTab, target: '_blank', rel: 'noreferrer' })}
    >
      {time}
    </Link>
  );
};
