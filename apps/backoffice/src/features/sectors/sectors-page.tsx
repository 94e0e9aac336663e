import { Button } from 'primereact/button';
import { useMemo, useState, type ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { may, SECTOR_OFF_LINE_M, type SectorRow } from '@flagpost/contracts';
import type { RaceRoute } from '@flagpost/map-layers';
import { PATHS } from '../../shared/paths.js';
import { raceLineOf } from '../../shared/sector-stretches.js';
import { selectActor } from '../../shared/session/slice.js';
import { useAppDispatch, useAppSelector } from '../../shared/store.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { TEXTS } from '../../shared/texts/sectors.js';
import { TEXTS as TABLES } from '../../shared/texts/tables.js';
import type { Column } from '../../shared/ui/list/filter-and-sort.js';
import { editAndRemove } from '../../shared/ui/list/edit-and-remove.js';
import { List } from '../../shared/ui/list/list.js';
import { useRemoval } from '../../shared/ui/list/use-removal.js';
import { Page } from '../../shared/ui/page.js';
import { useEventQuery } from '../events/api.js';
import { EventMissing } from '../events/event-missing.js';
import { useRouteQuery, useSectorsQuery } from '../race-control/api.js';
import { homeOf, routeOf } from '../race-control/ui/map-data.js';
import { TrackGround } from '../race-control/ui/track-ground.js';
import { sectorsApi } from './api.js';
import { DivideDialog } from './divide-dialog.js';
import type { NewSector } from './replace-sectors.js';
import { ReplacedSectors } from './replaced-sectors.js';
import { SectorDialog } from './sector-dialog.js';
import type { Track } from './sector-pictures.js';
import './sectors-page.css';

const words = TEXTS.sectors;
const { deleteSector } = sectorsApi.endpoints;
/** Never another object: the map would draw anew. */
const MAP_TEXTS = { ...RACE.map, map: words.map, close: TEXTS.close };
const NO_SECTORS: readonly SectorRow[] = [];

const stretchText = ({ From, OffM }: SectorRow): string =>
  From === null
    ? words.noStretch
    : OffM !== null && OffM > SECTOR_OFF_LINE_M
      ? words.offLine(OffM.toFixed(0))
      : words.onTrack;

const columns: Column<SectorRow>[] = [
  {
    head: words.heads.number,
    text: ({ secNumber }) => String(secNumber),
    order: ({ secNumber }) => secNumber,
  },
  {
    head: words.heads.kilometres,
    text: ({ Kms }) => Kms.toFixed(2),
    order: ({ Kms }) => Kms,
    shape: 'number',
  },
  {
    head: words.heads.stretch,
    text: stretchText,
    view: (row) => (
      <span className={row.OffM !== null && row.OffM > SECTOR_OFF_LINE_M ? 'sector-off' : undefined}>
        {stretchText(row)}
      </span>
    ),
  },
  {
    head: words.heads.picture,
    text: () => '',
    view: ({ secNumber, secPicpath }) =>
      secPicpath !== null && (
        <img className="sector-picture" src={`/api/${secPicpath}`} alt={words.pictureOf(secNumber)} />
      ),
  },
];

const SectorsMap = ({
  track: { event, route },
  drawn,
}: {
  track: Track;
  drawn: RaceRoute | null;
}): ReactElement => {
  const home = useMemo(() => homeOf(event, route), [event, route]);
  return (
    <div className="sector-map">
      <TrackGround
        route={drawn}
        home={home}
        texts={MAP_TEXTS}
        loading={<p className="sector-muted">{TEXTS.loading}</p>}
      />
    </div>
  );
};

/** The track of an event; null while it is read, and if it has none. */
const useTrack = (eventId: number): { readonly track: Track | null; readonly isDrawn: boolean | null } => {
  const { data: event } = useEventQuery(eventId);
  const { data: route } = useRouteQuery(eventId);
  return useMemo(() => {
    if (event === undefined || route === undefined) return { track: null, isDrawn: null };
    const line = raceLineOf(route);
    return { track: line && { event, route, line }, isDrawn: line !== null };
  }, [event, route]);
};

/** /sectors/{trackId}: the sectors of the track of an event, which has the id of the event. */
export const SectorsPage = ({ trackId }: { trackId: number }): ReactElement => {
  const { data: event, error: eventError, refetch: retry } = useEventQuery(trackId);
  const { data, error, refetch } = useSectorsQuery(trackId, { refetchOnMountOrArgChange: true });
  const { track, isDrawn } = useTrack(trackId);
  const dispatch = useAppDispatch();
  const actor = useAppSelector(selectActor);
  /** 'new', or the one that the dialog is about. */
  const [edited, setEdited] = useState<SectorRow | 'new' | null>(null);
  const [isDividing, setIsDividing] = useState(false);
  /** The sectors that the last division replaced. */
  const [former, setFormer] = useState<readonly NewSector[]>([]);
  const sectors = data ?? NO_SECTORS;
  const drawn = useMemo(() => track && routeOf(track.event, track.route, sectors), [track, sectors]);
  const mayEdit =
    event !== undefined &&
    may(actor, 'route.edit', { clubId: event.cluId, past: event.past }) &&
    track !== null;

  const removal = useRemoval<SectorRow>({
    title: words.remove,
    questionOf: ({ secNumber }) => TABLES.tables.removeQuestion(words.name(secNumber)),
    remove: ({ secId }) => dispatch(deleteSector.initiate(secId)).unwrap(),
    done: words.deleted,
  });

  if (eventError !== undefined && event === undefined)
    return (
      <Page title={words.title}>
        <h1>{words.title}</h1>
        <EventMissing error={eventError} onRetry={() => void retry()} />
      </Page>
    );
  return (
    <Page title={words.title} of={event?.eveName}>
      <Link className="p-button p-component p-button-text p-button-secondary" to={PATHS.event(trackId)}>
        <i className="pi pi-arrow-left" aria-hidden="true" />
        {TEXTS.back}
      </Link>
      {mayEdit && !isDividing && former.length > 0 && (
        <ReplacedSectors former={former} sectors={sectors} onRestored={() => setFormer([])} />
      )}
      <List
        title={event === undefined ? words.title : words.of(event.eveName)}
        search={words.search}
        actions={
          mayEdit && (
            <>
              <Button
                label={words.divide.open}
                icon="pi pi-percentage"
                outlined
                onClick={() => setIsDividing(true)}
              />
              <Button label={words.create} icon="pi pi-plus" onClick={() => setEdited('new')} />
            </>
          )
        }
        columns={columns}
        rows={data}
        rowId={({ secId }) => secId}
        rowActions={
          mayEdit
            ? editAndRemove({
                nameOf: ({ secNumber }) => words.name(secNumber),
                onEdit: setEdited,
                onRemove: removal.ask,
              })
            : []
        }
        error={error}
        onRetry={() => void refetch()}
        empty={isDrawn === false ? words.noTrack : words.empty}
        footer={words.footer}
      />
      {track !== null && <SectorsMap track={track} drawn={drawn} />}
      {edited !== null && track !== null && (
        <SectorDialog
          track={track}
          sector={edited === 'new' ? null : edited}
          sectors={sectors}
          onClose={() => setEdited(null)}
        />
      )}
      {isDividing && track !== null && (
        <DivideDialog
          track={track}
          sectors={sectors}
          onReplace={setFormer}
          onClose={() => setIsDividing(false)}
        />
      )}
      {removal.question}
    </Page>
  );
};
