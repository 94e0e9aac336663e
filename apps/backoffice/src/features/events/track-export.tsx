import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { keysOf, type CircuitRouteAnswer, type EventDetail } from '@flagpost/contracts';
import { useAppDispatch } from '../../shared/store.js';
import { download } from '../../shared/download.js';
import { TEXTS } from '../../shared/texts/events.js';
import { useNotices } from '../../shared/ui/notices.js';
import { Popup } from '../../shared/ui/popup.js';
import { raceApi } from '../race-control/api.js';
import { SaveButton } from './save-button.js';

const words = TEXTS.event.map;

const loadWriters = () => import('@flagpost/track-files');
type Writers = Awaited<ReturnType<typeof loadWriters>>;

/** Names of formats are the same in every language. */
const FORMATS = {
  kml: { name: 'KML', type: 'application/vnd.google-earth.kml+xml', writer: 'writeKml' },
  gpx: { name: 'GPX', type: 'application/gpx+xml', writer: 'writeGpx' },
  geojson: { name: 'GeoJSON', type: 'application/geo+json', writer: 'writeGeoJson' },
} as const satisfies Record<string, { name: string; type: string; writer: keyof Writers }>;
type Format = keyof typeof FORMATS;

/** The track and its points of interest as a file for maps and receivers: KML, or another format by a menu. */
export const TrackExport = ({
  event,
  route: { track },
}: {
  event: EventDetail;
  route: CircuitRouteAnswer;
}): ReactElement => {
  const dispatch = useAppDispatch();
  const notices = useNotices();
  const save = async (format: Format): Promise<void> => {
    const [{ pois }, writers] = await Promise.all([
      dispatch(raceApi.endpoints.pois.initiate(event.eveId, { subscribe: false })).unwrap(),
      loadWriters(),
    ]);
    const name = track.name ?? event.eveCircuitName;
    const { type, writer } = FORMATS[format];
    const file = writers[writer]({
      name,
      lines: track.pointsTrack.map(({ Positions }) => Positions),
      start: track.pointsMetaStart,
      finish: track.pointsMetaFinish,
      boxes: track.pointsBoxes,
      pois: pois.map(({ Lat, Long, Description, Icon }) => ({
        lat: Lat,
        lng: Long,
        name: Description,
        icon: Icon,
      })),
    });
    download(file, type, `${name}.${format}`);
  };
  return (
    <div className="event-export">
      <SaveButton label={words.exportTrack} icon="pi pi-download" save={() => save('kml')} />
      <Popup icon="pi pi-chevron-down" label={words.otherFormats}>
        {keysOf(FORMATS).map((format) => (
          <Button
            key={format}
            label={FORMATS[format].name}
            text
            severity="secondary"
            onClick={() => void save(format).catch((error: unknown) => notices.showDialog(error))}
          />
        ))}
      </Popup>
    </div>
  );
};
