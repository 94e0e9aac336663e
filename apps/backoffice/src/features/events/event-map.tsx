import { useMemo, type ReactElement } from 'react';
import type { CircuitRouteAnswer, EventDetail } from '@flagpost/contracts';
import { Link } from 'react-router-dom';
import { PATHS } from '../../shared/paths.js';
import { useAppDispatch } from '../../shared/store.js';
import { download, REPORT_PREFIX } from '../../shared/download.js';
import { errorKindOf } from '../../shared/failures.js';
import { TEXTS } from '../../shared/texts/events.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { Failure } from '../../shared/ui/failure.js';
import { useNotices } from '../../shared/ui/notices.js';
import { useRouteQuery } from '../race-control/api.js';
import { homeOf, routeOf, usePois } from '../race-control/ui/map-data.js';
import { TrackGround } from '../race-control/ui/track-ground.js';
import { VenueLinks } from '../venues/venue-links.js';
import { EventPictures } from './event-pictures.js';
import { EventPois } from './event-pois.js';
import { EventStages } from './event-stages.js';
import { PrintButton } from './print-button.js';
import { readHappened } from './read-happened.js';
import { reportRows } from './race-report.js';
import { SaveButton } from './save-button.js';
import { SectorsLink } from './sectors-link.js';
import { TrackExport } from './track-export.js';
import './event-map.css';

const words = TEXTS.event.map;
const CSV = 'text/csv;charset=utf-8';
/** Never another object: the map would draw anew. */
const MAP_TEXTS = { ...RACE.map, map: words.region, close: TEXTS.close };

const Ground = ({ event, route }: { event: EventDetail; route: CircuitRouteAnswer | null }): ReactElement => {
  const pois = usePois(event.eveId, true);
  const drawn = useMemo(() => routeOf(event, route), [event, route]);
  const home = useMemo(() => homeOf(event, route), [event, route]);
  return (
    <div className="event-ground">
      <TrackGround
        route={drawn}
        pois={pois}
        home={home}
        texts={MAP_TEXTS}
        loading={<p className="event-muted">{TEXTS.loading}</p>}
      />
    </div>
  );
};

/** Flags, alerts and notes of the race as a file. */
const ReportButton = ({ event }: { event: EventDetail }): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const save = async (): Promise<void> => {
    const rows = reportRows(await readHappened(dispatch, event.eveId), event);
    if (rows.length === 0) {
      notices.warning(words.invalid);
      return;
    }
    const { writeCsv } = await import('@flagpost/spreadsheets/write');
    const file = writeCsv([TEXTS.event.report.heads, ...rows]);
    download(file, CSV, `${REPORT_PREFIX}${event.eveName}.csv`);
  };
  return <SaveButton label={words.report} icon="pi pi-file-export" save={save} />;
};

/** Where an event takes place: its track, its points of interest, and the printed page and files. */
export const EventMap = ({
  event,
  mayReport,
  mayEdit,
  onPrint,
}: {
  event: EventDetail;
  mayReport: boolean;
  mayEdit: boolean;
  /** All that is printed has been read. */
  onPrint: () => void;
}): ReactElement => {
  const { data: route, error, refetch } = useRouteQuery(event.eveId);
  const track = route?.track;
  return (
    <section className="event-card" aria-label={words.title}>
      <div className="event-card-head">
        <h2>{words.title}</h2>
        <div className="event-buttons">
          <VenueLinks />
          {mayEdit && (
            <Link className="p-button p-component p-button-outlined" to={PATHS.drawing(event.eveId)}>
              <i className="pi pi-pencil" aria-hidden="true" />
              {words.edit}
            </Link>
          )}
          <SectorsLink event={event} />
          <EventStages event={event} />
          <EventPictures event={event} />
          {mayReport && <ReportButton event={event} />}
          {route !== undefined && route.track.pointsTrack.length > 0 && (
            <TrackExport event={event} route={route} />
          )}
          {event.past && <PrintButton event={event} hasReport={mayReport} onRead={onPrint} />}
        </div>
      </div>
      {error !== undefined && errorKindOf(error) !== 'missing' && (
        <>
          <p role="alert">{RACE.map.trackFailed}</p>
          <Failure error={error} onRetry={() => void refetch()} />
        </>
      )}
      {track !== undefined && (
        <p className="event-muted">
          {track.pointsTrack.length === 0
            ? words.noTrack
            : words.track(track.name ?? event.eveCircuitName, track.kilometres.toFixed(2))}
        </p>
      )}
      <div className="event-place">
        <Ground event={event} route={route ?? null} />
        <EventPois eventId={event.eveId} />
      </div>
    </section>
  );
};
