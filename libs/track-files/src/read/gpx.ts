import type { LatLng } from '@flagpost/contracts';
import { numberOf } from './collect.js';
import { plainName } from './names.js';
import type { CreateXmlReader } from './xml-reader.js';

/** Elements of a track, route or waypoint, and of the document, whose texts are of use. */
const TEXTS = new Set(['name', 'type']);

interface Named {
  name: string | null;
  stated: string | null;
}
const nameless = (): Named => ({ name: null, stated: null });

/** Reads tracks by segment, routes and waypoints of GPX 1.0 and 1.1. */
export const createGpxReader: CreateXmlReader = ({ collector, line, defer }) => {
  const path: string[] = [];
  let documentName: string | null = null;
  /** The track, route or waypoint that is read. */
  let owner: Named = nameless();
  let segments: LatLng[][] = [];
  let text = '';

  const place = ({ lat, lon }: Readonly<Record<string, string>>): LatLng => {
    const at = { line, quoted: () => `${lat ?? ''}, ${lon ?? ''}` };
    return collector.place(numberOf(lat), numberOf(lon), at);
  };
  const pointOfLine = (at: LatLng): void => {
    const segment = segments.at(-1);
    if (segment === undefined) segments.push([at]);
    else segment.push(at);
  };
  const finish = (geometry: 'point' | 'line'): void => {
    const [{ name, stated }, found] = [owner, segments];
    defer(() => {
      for (const points of found) collector.add(geometry, points, name, stated);
    });
    [owner, segments] = [nameless(), []];
  };

  return {
    open(name, attributes) {
      const tag = name.toLowerCase();
      path.push(tag);
      text = '';
      if (tag === 'trk' || tag === 'rte' || tag === 'wpt') [owner, segments] = [nameless(), []];
      if (tag === 'trkseg') segments.push([]);
      else if (tag === 'wpt') segments.push([place(attributes)]);
      else if (tag === 'trkpt' || tag === 'rtept') pointOfLine(place(attributes));
    },
    text(more) {
      if (TEXTS.has(path.at(-1) ?? '')) text += more;
    },
    close(name) {
      const tag = name.toLowerCase();
      path.pop();
      const parent = path.at(-1);
      const isOfOwner = parent === 'trk' || parent === 'rte' || parent === 'wpt';
      if (tag === 'name' && isOfOwner) owner.name ??= text;
      else if (tag === 'type' && isOfOwner) owner.stated ??= text;
      else if (tag === 'name' && (parent === 'metadata' || parent === 'gpx')) documentName ??= text;
      else if (tag === 'trk' || tag === 'rte') finish('line');
      else if (tag === 'wpt') finish('point');
      text = '';
    },
    contents: () => ({ name: documentName === null ? null : plainName(documentName), links: 0 }),
  };
};
