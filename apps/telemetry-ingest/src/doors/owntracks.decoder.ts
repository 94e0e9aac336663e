import type { Decoder } from './decoded.js';
import { refused } from './decoded.js';
import { fixOf } from './fix.js';
import { knownOf, member, numberOf, parseJson, timeOf } from './values.js';

/** OwnTracks over HTTP: one JSON object, `tst` in seconds, `vel` in km/h. Only its locations are used. */
export const decodeOwntracks: Decoder = ({ body }) => {
  const message = parseJson(body);
  if (message === undefined) return refused(body.trimStart().startsWith('{') ? 'undecodable' : 'unsupported');
  if (member(message, '_type') !== 'location') return refused('unsupported');
  return fixOf({
    t: timeOf(member(message, 'tst')),
    lat: numberOf(member(message, 'lat')),
    lng: numberOf(member(message, 'lon')),
    speedKph: knownOf(member(message, 'vel')),
    headingDeg: knownOf(member(message, 'cog')),
    accuracyM: knownOf(member(message, 'acc')),
    battery: knownOf(member(message, 'batt')),
  });
};
