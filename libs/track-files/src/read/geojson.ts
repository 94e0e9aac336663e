import type { LatLng } from '@flagpost/contracts';
import { slices, type Pause } from '@flagpost/file-formats';
import { TokenParser, Tokenizer, TokenType } from '@streamparser/json';
import type { Collector, FileContents, Geometry } from './collect.js';
import { plainName } from './names.js';
import { TrackFileError } from './track-file-error.js';

/** Arrays and objects within each other. */
const DEEPEST = 100;
/** Bytes that are read between two pauses. */
const SLICE = 4 * 1024;
/** Features that are converted between two pauses. */
const FEATURES = 200;

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (isList(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Property names that hold a name, the best first. */
const NAMES = ['name', 'title', 'label'];

const nameOf = (properties: unknown): string | null => {
  if (!isObject(properties)) return null;
  const texts = new Map(
    Object.entries(properties).map(([key, value]) => [key.toLowerCase(), textOf(value)] as const),
  );
  return NAMES.map((key) => texts.get(key)).find((name) => name != null && name.trim() !== '') ?? null;
};

/** A position that was checked and converted while the file was read; objects of the file are never of this class. */
class Place implements LatLng {
  constructor(
    readonly lat: number,
    readonly lng: number,
  ) {}
}
const isPlace = (value: unknown): value is Place => value instanceof Place;
const placesOf = (value: unknown): readonly LatLng[] => listOf(value).filter(isPlace);

type PartsOf = (coordinates: unknown) => readonly (readonly [Geometry, readonly LatLng[]])[];

/** By type of geometry, its parts. */
const PARTS: ReadonlyMap<string, PartsOf> = new Map<string, PartsOf>([
  ['Point', (at) => (isPlace(at) ? [['point', [at]]] : [])],
  ['MultiPoint', (places) => placesOf(places).map((at) => ['point', [at]])],
  ['LineString', (line) => [['line', placesOf(line)]]],
  ['MultiLineString', (lines) => listOf(lines).map((line) => ['line', placesOf(line)])],
  ['Polygon', (rings) => listOf(rings).map((ring) => ['area', placesOf(ring)])],
  [
    'MultiPolygon',
    (areas) => listOf(areas).flatMap((rings) => listOf(rings).map((ring) => ['area', placesOf(ring)])),
  ],
]);

/** The features of a document: of a collection, itself, or a geometry without properties. */
const featuresOf = (root: unknown): readonly unknown[] | null => {
  if (!isObject(root)) return null;
  const type = textOf(root['type']) ?? '';
  if (type === 'FeatureCollection') return listOf(root['features']);
  if (type === 'Feature') return [root];
  return PARTS.has(type) || type === 'GeometryCollection' ? [{ geometry: root }] : null;
};

const geometriesOf = (geometry: unknown): readonly Json[] => {
  if (!isObject(geometry)) return [];
  if (geometry['type'] !== 'GeometryCollection') return [geometry];
  return listOf(geometry['geometries']).flatMap(geometriesOf);
};

const OPENING: ReadonlySet<TokenType> = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]);
const CLOSING: ReadonlySet<TokenType> = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]);

/** From 1. */
const lineAt = (bytes: Uint8Array, offset: number): number => {
  let line = 1;
  for (let at = bytes.indexOf(10); at !== -1 && at < offset; at = bytes.indexOf(10, at + 1)) line += 1;
  return line;
};

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : NaN);

/** The document, in which each array of numbers under the key `coordinates` has become a place. */
const readDocument = async (bytes: Uint8Array, collector: Collector, pause: Pause): Promise<unknown> => {
  let root: unknown;
  let depth = 0;
  /** Of the token that is read, and of the array that was opened last. */
  let [offset, opened] = [0, 0];
  const tokenizer = new Tokenizer();
  const parser = new TokenParser();
  parser.onValue = ({ value, key, parent, stack }) => {
    if (stack.length === 0) root = value;
    if (!isList(value) || value.length === 0 || parent === undefined || key === undefined) return;
    const keys = [...stack.map((each) => each.key), key];
    if (keys.findLast((each) => typeof each === 'string') !== 'coordinates' || keys.includes('properties'))
      return;
    // Lists of places, which are converted already.
    if (value.every((each) => typeof each === 'object' && each !== null)) return;
    const at = { line: () => lineAt(bytes, opened), quoted: () => value.slice(0, 4).map(String).join(', ') };
    const { lat, lng } = collector.place(numberOf(value[1]), numberOf(value[0]), at);
    Object.assign(parent, { [key]: new Place(lat, lng) });
  };
  tokenizer.onToken = (token) => {
    ({ offset } = token);
    if (token.token === TokenType.LEFT_BRACKET) opened = offset;
    if (OPENING.has(token.token)) depth += 1;
    if (CLOSING.has(token.token)) depth -= 1;
    if (depth > DEEPEST) throw new Error(`values are nested more than ${DEEPEST} deep`);
    parser.write(token);
  };
  try {
    for (const slice of slices(bytes, SLICE)) {
      tokenizer.write(slice);
      await pause();
    }
    if (!tokenizer.isEnded) tokenizer.end();
    if (!parser.isEnded) parser.end();
  } catch (error) {
    if (error instanceof TrackFileError) throw error;
    const reason = error instanceof Error ? error.message : null;
    throw new TrackFileError('damaged', lineAt(bytes, offset), null, reason);
  }
  return root;
};

/** Reads GeoJSON (RFC 7946) in UTF-8. Names and kinds are properties. @throws {TrackFileError} */
export const readGeoJson = async (
  bytes: Uint8Array,
  collector: Collector,
  pause: Pause,
): Promise<Omit<FileContents, 'shapes'>> => {
  const root = await readDocument(bytes, collector, pause);
  const features = featuresOf(root);
  if (features === null || !isObject(root)) throw new TrackFileError('unknownFormat');
  let converted = 0;
  for (const feature of features) {
    if (!isObject(feature)) continue;
    const { properties, geometry } = feature;
    const name = nameOf(properties);
    const stated = isObject(properties) ? textOf(properties['kind']) : null;
    for (const { type, coordinates } of geometriesOf(geometry))
      for (const [form, points] of PARTS.get(textOf(type) ?? '')?.(coordinates) ?? [])
        collector.add(form, points, name, stated);
    converted += 1;
    if (converted % FEATURES === 0) await pause();
  }
  const name = root['type'] === 'FeatureCollection' ? (nameOf(root) ?? nameOf(root['properties'])) : null;
  return { name: name === null ? null : plainName(name), links: 0 };
};
