import type { ReactElement } from 'react';
import { deviceGmtHours, timeOfDay, zoneName } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { useRace, useRaceClock } from '../race-context.js';

/** Time of day at the track; ours beneath it when it differs. */
export const RaceClock = (): ReactElement => {
  const { gmtHoursAt } = useRace();
  const now = useRaceClock();
  const gmtHours = gmtHoursAt(now);
  const ours = deviceGmtHours(now);
  return (
    <div className="race-clock" title={`${TEXTS.race.trackTime}, ${zoneName(gmtHours)}`}>
      <time>{timeOfDay(now, gmtHours)}</time>
      {ours !== gmtHours && (
        <span>
          {timeOfDay(now, ours).slice(0, 5)} {TEXTS.race.ourTime}
        </span>
      )}
    </div>
  );
};
