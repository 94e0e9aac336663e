import { useEffect, type ReactElement } from 'react';
import type { EventDetail } from '@flagpost/contracts';
import { TEXTS as COMPETITORS } from '../../shared/texts/competitors.js';
import { TEXTS } from '../../shared/texts/events.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { PrintedTable } from '../../shared/ui/printed-table.js';
import { useCompetitorsQuery } from '../competitors/api.js';
import { columnsOfEvent, inOrder } from '../competitors/rows.js';
import { usePoisQuery, useRouteQuery } from '../race-control/api.js';
import { useAlertsQuery, useEventCategoriesQuery, useFlagsQuery, useNotesQuery } from './api.js';
import { reportRows } from './race-report.js';
import { TrackSketch } from './track-sketch.js';
import { trackTime } from './times.js';
import './event-print.css';

const words = TEXTS.event;

const Table = ({
  title,
  heads,
  rows,
}: {
  title: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
}): ReactElement | null =>
  rows.length === 0 ? null : (
    <section>
      <h2>{title}</h2>
      <PrintedTable heads={heads} rows={rows} />
    </section>
  );

/** A past event on paper: all of it, not only the page of a list that is shown. The screen hides it. */
export const EventPrint = ({
  event,
  hasReport,
  printings,
}: {
  event: EventDetail;
  hasReport: boolean;
  /** How often it was asked for. */
  printings: number;
}): ReactElement => {
  const { eveId } = event;
  const { data: categories } = useEventCategoriesQuery(eveId);
  const { data: route } = useRouteQuery(eveId);
  const { data: pois } = usePoisQuery(eveId);
  const { data: competitors } = useCompetitorsQuery(eveId);
  const { data: flags } = useFlagsQuery(eveId, { skip: !hasReport });
  const { data: alerts } = useAlertsQuery(eveId, { skip: !hasReport });
  const { data: notes } = useNotesQuery(eveId, { skip: !hasReport });
  useEffect(() => {
    // What was read before is on the page by now.
    if (printings > 0) window.print();
  }, [printings]);
  const facts: [string, string][] = [
    [words.start, trackTime(event.eveStart, event.eveTimeZone)],
    [words.finish, trackTime(event.eveFinish, event.eveTimeZone)],
    [words.place, [event.eveCity, event.eveState, event.couName].filter(Boolean).join(', ')],
    [words.institution, event.cluName],
    [words.circuit, event.eveCircuitName],
    [words.categories, (categories ?? []).map(({ Description }) => Description).join(', ')],
  ];
  const report = reportRows(
    { flags: flags ?? [], alerts: alerts ?? [], notes: notes ?? [], competitors: competitors ?? [] },
    event,
  );
  return (
    <div className="event-print">
      <h1>{event.eveName}</h1>
      <p>{RACE.race.past}</p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {route !== undefined && <TrackSketch track={route.track} label={TEXTS.event.map.region} />}
      <Table
        title={TEXTS.event.pois.title}
        heads={[TEXTS.event.pois.heads.description, TEXTS.event.pois.heads.lat, TEXTS.event.pois.heads.long]}
        rows={(pois?.pois ?? []).map(({ Description, Lat, Long }) => [
          Description,
          String(Lat),
          String(Long),
        ])}
      />
      <Table
        title={COMPETITORS.entries.title}
        heads={columnsOfEvent.map(({ head }) => head)}
        rows={inOrder(competitors ?? []).map((row) => columnsOfEvent.map(({ text }) => text(row)))}
      />
      <Table title={TEXTS.event.report.title} heads={TEXTS.event.report.heads} rows={report} />
    </div>
  );
};
