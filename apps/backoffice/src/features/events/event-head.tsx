import { Tag } from 'primereact/tag';
import type { ReactElement } from 'react';
import { PUBLISHED_STATE_ID, type EventDetail } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/events.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { Fact } from '../../shared/ui/fact.js';
import { useEventCategoriesQuery } from './api.js';
import { readersTime, trackTime } from './times.js';

const words = TEXTS.event;

/** A moment by the clocks at the track, and by the reader's own below it if theirs differ. */
const Moment = ({ iso, zone }: { iso: string; zone: string }): ReactElement => {
  const own = readersTime(iso, zone);
  return (
    <>
      <time dateTime={iso}>{trackTime(iso, zone)}</time>
      {own !== null && <small>{words.yours(own)}</small>}
    </>
  );
};

/** Type, times and place of an event. */
export const EventHead = ({ event }: { event: EventDetail }): ReactElement => {
  const { data: categories } = useEventCategoriesQuery(event.eveId);
  const isPublished = event.stsId === PUBLISHED_STATE_ID;
  return (
    <section className="event-card" aria-label={words.facts}>
      <div className="event-title">
        <h1>{event.eveName}</h1>
        {event.past && <Tag className="event-tag-finished" value={RACE.race.past} />}
        <Tag
          className={isPublished ? 'event-tag-published' : 'event-tag-draft'}
          value={isPublished ? words.published : words.draft}
        />
      </div>
      <dl className="event-facts">
        <Fact name={words.start}>
          <Moment iso={event.eveStart} zone={event.eveTimeZone} />
        </Fact>
        <Fact name={words.finish}>
          <Moment iso={event.eveFinish} zone={event.eveTimeZone} />
        </Fact>
        <Fact name={words.place}>
          {[event.eveCity, event.eveState, event.couName].filter(Boolean).join(', ')}
        </Fact>
        <Fact name={words.institution}>{event.cluName}</Fact>
        <Fact name={words.circuit}>{event.eveCircuitName}</Fact>
        <Fact name={words.categories}>
          {categories?.map(({ Description }) => Description).join(', ') ?? TEXTS.unknown}
        </Fact>
      </dl>
    </section>
  );
};
