import type { LatLng } from '@flagpost/contracts';
import { escapeXml } from '@flagpost/file-formats/xml-text';
import { featuresOf, rounded, type Feature, type TrackFile } from './track-file.js';

const place = ({ lat, lng }: LatLng): string => `lat="${rounded(lat)}" lon="${rounded(lng)}"`;
const named = ({ name, kind }: Feature): string => `<name>${escapeXml(name)}</name><type>${kind}</type>`;

const waypoint = (feature: Feature): string =>
  feature.points.map((at) => `<wpt ${place(at)}>${named(feature)}</wpt>`).join('');

const track = (feature: Feature): string =>
  `<trk>${named(feature)}<trkseg>${feature.points.map((at) => `<trkpt ${place(at)}/>`).join('')}</trkseg></trk>`;

/** GPX 1.1, in UTF-8. It knows no areas: boxes are a closed track. The schema has waypoints before tracks. */
export const writeGpx = (file: TrackFile): Uint8Array => {
  const features = featuresOf(file);
  const lines = [
    ...features.filter(({ geometry }) => geometry === 'point').map(waypoint),
    ...features.filter(({ geometry }) => geometry !== 'point').map(track),
  ];
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Flagpost" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>${escapeXml(file.name)}</name></metadata>\n${lines.join('\n')}\n</gpx>\n`,
  );
};
