import { escapeXml } from '@flagpost/file-formats/xml-text';
import { rounded } from './track-file.js';

/** Positions of cars as files that other programs read, in pieces: a race has more of them than a text may hold. */

/** Times in epoch ms. */
export interface DrivenPosition {
  readonly drivenAt: number;
  readonly receivedAt: number;
  readonly lat: number;
  readonly lng: number;
  readonly speedKph: number;
  readonly headingDeg: number | null;
  readonly isStopped: boolean;
}

/** A car's positions in order, some at a time. */
export interface DrivenCar {
  readonly carNumber: string;
  readonly positions: AsyncIterable<readonly DrivenPosition[]>;
}

const iso = (epochMs: number): string => new Date(epochMs).toISOString();
/** After a gap of this length a line begins anew: nobody knows where the car was between. */
const GAP_MS = 15_000;
const KPH_IN_MPS = 3.6;
const GARMIN = 'http://www.garmin.com/xmlschemas/TrackPointExtension/v2';

const trackPoint = ({ lat, lng, drivenAt, speedKph, headingDeg }: DrivenPosition): string => {
  const course = headingDeg === null ? '' : `<gpxtpx:course>${headingDeg}</gpxtpx:course>`;
  const speed = (speedKph / KPH_IN_MPS).toFixed(2);
  return `<trkpt lat="${rounded(lat)}" lon="${rounded(lng)}"><time>${iso(drivenAt)}</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>${speed}</gpxtpx:speed>${course}</gpxtpx:TrackPointExtension></extensions></trkpt>\n`;
};

/** GPX 1.1, a track for each car; speeds (m/s) and courses as the extension of Garmin has them. */
export async function* writePositionsGpx(
  name: string,
  cars: AsyncIterable<DrivenCar>,
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Flagpost" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="${GARMIN}"><metadata><name>${escapeXml(name)}</name></metadata>\n`;
  for await (const { carNumber, positions } of cars) {
    yield `<trk><name>${escapeXml(carNumber)}</name><type>car</type>`;
    let before = NaN;
    for await (const some of positions) {
      let text = '';
      for (const position of some) {
        if (!(position.drivenAt - before <= GAP_MS))
          text += `${Number.isNaN(before) ? '' : '</trkseg>'}<trkseg>\n`;
        text += trackPoint(position);
        before = position.drivenAt;
      }
      yield text;
    }
    yield `${Number.isNaN(before) ? '' : '</trkseg>'}</trk>\n`;
  }
  yield '</gpx>\n';
}

/** GeoJSON (RFC 7946): a point for each position, one a line. */
export async function* writePositionsGeoJson(
  name: string,
  cars: AsyncIterable<DrivenCar>,
): AsyncGenerator<string> {
  yield `{"type":"FeatureCollection","name":${JSON.stringify(name)},"features":[\n`;
  let separator = '';
  for await (const { carNumber, positions } of cars)
    for await (const some of positions) {
      let text = '';
      for (const { lat, lng, drivenAt, receivedAt, speedKph, headingDeg, isStopped } of some) {
        text += `${separator}${JSON.stringify({
          type: 'Feature',
          properties: {
            car: carNumber,
            time: iso(drivenAt),
            received: iso(receivedAt),
            speedKph,
            headingDeg,
            stopped: isStopped,
          },
          geometry: { type: 'Point', coordinates: [rounded(lng), rounded(lat)] },
        })}`;
        separator = ',\n';
      }
      yield text;
    }
  yield '\n]}\n';
}
