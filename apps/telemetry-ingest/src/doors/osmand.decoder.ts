import type { Decoded, Decoder } from './decoded.js';
import { refused } from './decoded.js';
import { fixOf } from './fix.js';
import { knownOf, member, numberOf, parseJson, timeOf } from './values.js';

const KNOT_KPH = 1.852;
const METRE_PER_SECOND_KPH = 3.6;

const isSos = (alarm: unknown): boolean => typeof alarm === 'string' && alarm.toLowerCase() === 'sos';

/** Values by name. Mostly nothing is escaped; then the value is cut out of the text, which is much cheaper. */
const valuesOf = (query: string): ((name: string) => string | null) => {
  if (ESCAPED.test(query)) {
    const values = new URLSearchParams(query);
    return (name) => values.get(name);
  }
  const pairs = `&${query}&`;
  return (name) => {
    const begin = `&${name}=`;
    const at = pairs.indexOf(begin);
    return at < 0 ? null : pairs.slice(at + begin.length, pairs.indexOf('&', at + begin.length));
  };
};
const ESCAPED = /[%+?]/;

/** Query string or form: speed in knots, battery in per cent. */
const decodeQuery = (query: string): Decoded => {
  const valueOf = valuesOf(query);
  const first = (...names: readonly string[]): string | undefined => {
    for (const name of names) {
      const value = valueOf(name);
      if (value !== null && value !== '') return value;
    }
    return undefined;
  };
  const [lat, lng] = first('location')?.split(',', 2) ?? [first('lat'), first('lon')];
  return fixOf({
    t: timeOf(first('timestamp')),
    lat: numberOf(lat),
    lng: numberOf(lng),
    speedKph: knownOf(first('speed'), KNOT_KPH),
    headingDeg: knownOf(first('bearing', 'heading')),
    accuracyM: knownOf(first('accuracy')),
    battery: knownOf(first('batt')),
    sos: isSos(first('alarm')),
  });
};

/** JSON of newer clients: speed in m/s, battery from 0 to 1, -1 for unknown. */
const decodeLocation = (location: unknown): Decoded => {
  const coords = member(location, 'coords');
  return fixOf({
    t: timeOf(member(location, 'timestamp')),
    lat: numberOf(member(coords, 'latitude')),
    lng: numberOf(member(coords, 'longitude')),
    speedKph: knownOf(member(coords, 'speed'), METRE_PER_SECOND_KPH),
    headingDeg: knownOf(member(coords, 'heading')),
    accuracyM: knownOf(member(coords, 'accuracy')),
    battery: knownOf(member(member(location, 'battery'), 'level'), 100),
    sos: isSos(member(member(location, 'extras'), 'alarm')) || isSos(member(location, 'alarm')),
  });
};

const decodeJson = (body: string): Decoded => {
  const message = parseJson(body);
  if (message === undefined) return refused('undecodable');
  const location = member(message, 'location');
  if (location === undefined) return refused('unsupported');
  const decoded = (Array.isArray(location) ? location : [location]).map(decodeLocation);
  return {
    inputs: decoded.flatMap(({ inputs }) => inputs),
    dropped: decoded.flatMap(({ dropped }) => dropped),
  };
};

/**
 * OsmAnd's protocol, as used by OsmAnd and Traccar Client: a query string, a form, or JSON. Its device id is ignored,
 * as the token identifies the device.
 */
export const decodeOsmand: Decoder = ({ query, body }) => {
  if (body.trimStart().startsWith('{')) return decodeJson(body);
  return decodeQuery(query === '' ? body : query);
};
