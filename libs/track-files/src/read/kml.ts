import type { XmlAttributes } from '@flagpost/file-formats';
import type { LatLng } from '@flagpost/contracts';
import { numberOf, type Geometry } from './collect.js';
import { plainName } from './names.js';
import type { CreateXmlReader } from './xml-reader.js';

/** Elements whose texts are of use. */
const TEXTS = new Set(['name', 'value', 'simpledata', 'coordinates', 'coord']);
const GEOMETRIES: ReadonlyMap<string, Geometry> = new Map([
  ['point', 'point'],
  ['linestring', 'line'],
  ['linearring', 'line'],
]);
/** Tuples that are read between two pauses. */
const TUPLES = 500;
/** A tuple; programs put blanks around its commas too. */
const TUPLE = /[^\s,]+(?:\s{0,8},\s{0,8}[^\s,]*)*/g;

interface Placemark {
  name: string | null;
  stated: string | null;
  readonly geometries: { readonly geometry: Geometry; readonly points: LatLng[] }[];
}

/** The line of a character of a text that begins in a line. */
const lineAt = (text: string, index: number, firstLine: number): number =>
  firstLine + text.slice(0, index).split('\n').length - 1;

/** Reads placemarks of KML 2.0 to 2.3, with the tracks of Google's extension. */
export const createKmlReader: CreateXmlReader = ({ collector, line, defer }) => {
  const path: string[] = [];
  const parent = (): string | undefined => path.at(-2);
  let documentName: string | null = null;
  let links = 0;
  let placemark: Placemark | null = null;
  let isPolygon = false;
  let track: LatLng[] | null = null;
  let dataName: string | null = null;
  let text = '';
  let textLine = 1;

  /** One text, however long. */
  const readCoordinates = (tuples: string, firstLine: number, points: LatLng[], isPoint: boolean): void =>
    defer(async (pause) => {
      let read = 0;
      for (const { 0: tuple, index } of tuples.matchAll(TUPLE)) {
        const [lng, lat] = tuple.split(',', 2);
        const at = { line: () => lineAt(tuples, index, firstLine), quoted: () => tuple };
        points.push(collector.place(numberOf(lat), numberOf(lng), at));
        if (isPoint) return;
        read += 1;
        if (read % TUPLES === 0) await pause();
      }
    });

  /** Behind its coordinates. */
  const finish = ({ name, stated, geometries }: Placemark): void =>
    defer(() => {
      for (const { geometry, points } of geometries) collector.add(geometry, points, name, stated);
    });

  const openElement = (tag: string, attributes: XmlAttributes): void => {
    if (tag === 'placemark') placemark = { name: null, stated: null, geometries: [] };
    else if (tag === 'networklink') links += 1;
    else if (tag === 'polygon') isPolygon = true;
    else if (tag === 'data' || tag === 'simpledata') dataName = attributes['name'] ?? null;
    else if (tag === 'track' && placemark !== null) {
      track = [];
      placemark.geometries.push({ geometry: 'line', points: track });
    }
  };

  const closeElement = (tag: string): void => {
    if (tag === 'name') {
      if (parent() === 'placemark' && placemark !== null) placemark.name ??= text;
      else if (parent() === 'document' || parent() === 'kml') documentName ??= text;
    } else if ((tag === 'value' || tag === 'simpledata') && dataName === 'kind') {
      if (placemark !== null) placemark.stated ??= text;
    } else if (tag === 'coord' && track !== null) {
      // A receiver without reception leaves it empty.
      const coord = text.trim();
      const [lng, lat] = coord.split(/\s+/, 2);
      const at = { line: () => textLine, quoted: () => coord };
      if (coord !== '') track.push(collector.place(numberOf(lat), numberOf(lng), at));
    } else if (tag === 'coordinates' && placemark !== null) {
      const geometry = GEOMETRIES.get(parent() ?? '');
      if (geometry === undefined) return;
      const points: LatLng[] = [];
      placemark.geometries.push({ geometry: isPolygon ? 'area' : geometry, points });
      readCoordinates(text, textLine, points, geometry === 'point');
    } else if (tag === 'polygon') isPolygon = false;
    else if (tag === 'track') track = null;
    else if (tag === 'placemark' && placemark !== null) {
      finish(placemark);
      placemark = null;
    }
  };

  return {
    open(name, attributes) {
      const tag = name.toLowerCase();
      path.push(tag);
      text = '';
      textLine = line();
      openElement(tag, attributes);
    },
    text(more) {
      if (TEXTS.has(path.at(-1) ?? '')) text += more;
    },
    close(name) {
      closeElement(name.toLowerCase());
      path.pop();
      text = '';
    },
    contents: () => ({ name: documentName === null ? null : plainName(documentName), links }),
  };
};
