import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { LIMITS as TEXT_LIMITS } from '@flagpost/contracts';
import { writeGeoJson, writeGpx, writeKml } from '../index.js';
import { anyTrack } from '../testing/any-track.js';
import { faultOf, LIMITS, pauses, readAll, shapesOf } from '../testing/read-all.js';

const kml = (content: string): string =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${content}</Document></kml>`;
const placemark = (name: string, geometry: string): string =>
  `<Placemark><name>${name}</name>${geometry}</Placemark>`;
const coordinates = (text: string): string => `<coordinates>${text}</coordinates>`;
const point = (name: string, at = '8,44'): string => placemark(name, `<Point>${coordinates(at)}</Point>`);
const line = (name: string, text = '8,44 8,45'): string =>
  placemark(name, `<LineString>${coordinates(text)}</LineString>`);
const ring = (text: string): string => `<LinearRing>${coordinates(text)}</LinearRing>`;
const polygon = (name: string, text: string): string =>
  placemark(name, `<Polygon><outerBoundaryIs>${ring(text)}</outerBoundaryIs></Polygon>`);
/** A square north-east of 8, 44 with sides of so many degrees. */
const square = (side: number): string =>
  [
    [0, 0],
    [side, 0],
    [side, side],
    [0, side],
    [0, 0],
  ]
    .map(([east = 0, north = 0]) => `${8 + east},${44 + north}`)
    .join(' ');
const SMALL = square(0.001);
const LARGE = square(0.1);
const pointsOf = async (file: Uint8Array | string) =>
  (await readAll(file)).shapes.map(({ points }) => points);

describe('KML', () => {
  it.each([
    ['2.0 with another root', `<Document>${line('A')}</Document>`],
    ['2.1', `<kml xmlns="http://earth.google.com/kml/2.1">${line('A')}</kml>`],
    ['without a namespace', `<kml><Folder><Folder>${line('A')}</Folder></Folder></kml>`],
    ['with prefixes', kml(line('A')).replace(/<(\/?)(\w)/g, '<$1k:$2')],
    ['with a mark', `\ufeff${kml(line('A'))}`],
    ['with CDATA', kml(line('<![CDATA[A]]>', '<![CDATA[8,44]]> 8,45'))],
    ['with a comment within', kml(line('<!-- B -->A', '8,44 <!-- 9,9 --> 8,45'))],
    ['with blanks', kml(line(' \n A\t', '\n 8 , 44, 310\n\t8,45 ,0 \n'))],
  ])('%s is read', async (_, file) => {
    expect(await shapesOf(file)).toEqual(['track A (2)']);
  });

  it('gives every part of several geometries, and inner rings', async () => {
    const file = kml(
      placemark(
        'A',
        `<MultiGeometry><Point>${coordinates('8,44')}</Point><MultiGeometry>${ring(LARGE)}</MultiGeometry><Polygon><outerBoundaryIs>${ring(LARGE)}</outerBoundaryIs><innerBoundaryIs>${ring(square(0.05))}</innerBoundaryIs></Polygon></MultiGeometry>`,
      ),
    );
    expect(await shapesOf(file)).toEqual(['poi A (1)', 'track A (5)', 'track A (5)', 'track A (5)']);
  });

  it('gives tracks of its extension, without their gaps', async () => {
    const track =
      '<gx:Track><when/><gx:coord>8 44 310</gx:coord><gx:coord/><gx:coord>8.5 44 0</gx:coord></gx:Track>';
    const file = kml(
      placemark('A', track) + placemark('B', `<gx:MultiTrack>${track}${track}</gx:MultiTrack>`),
    );
    expect(await shapesOf(file)).toEqual(['track A (2)', 'track B (2)', 'track B (2)']);
    expect((await pointsOf(file))[0]).toEqual([
      { lat: 44, lng: 8 },
      { lat: 44, lng: 8.5 },
    ]);
  });

  it('has names of its document and of placemarks, not of their authors', async () => {
    const file = kml(
      `<name>Rally</name><Folder><name>Stages</name><Placemark><author><name>Somebody</name></author><LineString>${coordinates('8,44 8,45')}</LineString></Placemark></Folder>`,
    );
    expect((await readAll(file)).name).toBe('Rally');
    expect(await shapesOf(file)).toEqual(['track - (2)']);
  });

  it('has names on one line, of a length that can be stored', async () => {
    const [shape] = (await readAll(kml(line(` A\n\u202eB&#9;${'x'.repeat(5_000)}`)))).shapes;
    expect(shape?.name).toBe(`A B ${'x'.repeat(TEXT_LIMITS.name - 4)}`);
  });

  it('may refer to other files, which are not fetched', async () => {
    const link = '<NetworkLink><Link><href>http://example.org/a.kml</href></Link></NetworkLink>';
    expect(await readAll(kml(link + line('A') + link))).toMatchObject({ links: 2, shapes: [{ name: 'A' }] });
    expect(await faultOf(kml(link))).toBe('linksOnly');
  });
});

describe('KMZ', () => {
  it('is its doc.kml, wherever it lies', async () => {
    const archive = zipSync({ 'a.kml': strToU8(kml(line('Other'))), 'doc.kml': strToU8(kml(line('Main'))) });
    expect(await readAll(archive)).toMatchObject({ shapes: [{ name: 'Main' }] });
  });

  it('is its first KML file if it has no doc.kml', async () => {
    const archive = zipSync({
      'icon.png': new Uint8Array(9),
      'files/Track.KML': strToU8(kml(line('First'))),
    });
    expect(await shapesOf(archive)).toEqual(['track First (2)']);
  });

  it.each([
    [
      'that unpacks to more than is read',
      zipSync({ 'doc.kml': new Uint8Array(LIMITS.bytes + 1) }),
      'tooLarge',
    ],
    ['without KML', zipSync({ 'xl/workbook.xml': strToU8('<w/>') }), 'unknownFormat'],
    ['that ends too early', zipSync({ 'doc.kml': strToU8(kml(line('A'))) }).slice(0, -5), 'damaged'],
    ['with a document type', zipSync({ 'doc.kml': strToU8('<!DOCTYPE kml><kml/>') }), 'doctype 1'],
  ])('%s is refused', async (_, archive, fault) => {
    expect(await faultOf(archive)).toBe(fault);
  });
});

describe('GPX', () => {
  const gpx = (content: string): string => `<gpx version="1.1">${content}</gpx>`;
  const points = (tag: string): string =>
    `<${tag} lat="44" lon="8"><name>P</name></${tag}><${tag} lon="8" lat="45"><ele>3</ele></${tag}>`;

  it('gives tracks by segment, routes and waypoints in the order of the file, in any namespace', async () => {
    const file = gpx(
      `<x:wpt lat="44" lon="8"><x:name>W</x:name></x:wpt><rte><name>R</name>${points('rtept')}</rte><trk><name>T</name><trkseg/><trkseg>${points('trkpt')}</trkseg><trkseg>${points('trkpt')}</trkseg></trk>`,
    );
    expect(await shapesOf(file)).toEqual(['poi W (1)', 'track R (2)', 'track T (2)', 'track T (2)']);
  });

  it('has a name in its metadata, or in its root as GPX 1.0 does', async () => {
    const track = `<trk><trkseg>${points('trkpt')}</trkseg></trk>`;
    expect((await readAll(gpx(`<metadata><name>M</name></metadata>${track}`))).name).toBe('M');
    expect((await readAll(gpx(`<name>N</name>${track}`))).name).toBe('N');
  });

  it.each([
    'lat="44"',
    'lat="91" lon="8"',
    'lat="44" lon=""',
    'lat="0x10" lon="8"',
    'lat="Infinity" lon="8"',
  ])('with %s is refused', async (attributes) => {
    expect(await faultOf(gpx(`\n<wpt ${attributes}/>`))).toMatch(/^coordinates 2/);
  });
});

describe('GeoJSON', () => {
  const json = (document: object): string => JSON.stringify(document);
  const feature = (geometry: object | null, properties: object | null = null): object => ({
    type: 'Feature',
    properties,
    geometry,
  });
  const LINE = [
    [8, 44, 310],
    [8, 45],
  ];

  it.each([
    ['with a mark', new TextEncoder().encode('\ufeff{"type":"Point","coordinates":[8,44]}')],
    ['in Windows-1252', Buffer.from('{"type":"Point","coordinates":[8,44],"name":"\u00fa"}', 'latin1')],
  ])('%s is read', async (_, file) => {
    expect(await shapesOf(file)).toEqual(['poi - (1)']);
  });

  it('is a collection, a feature, or a geometry', async () => {
    const geometry = { type: 'LineString', coordinates: LINE };
    expect(await shapesOf(json(geometry))).toEqual(['track - (2)']);
    expect(await shapesOf(json(feature(geometry, { NAME: 'A' })))).toEqual(['track A (2)']);
    const collection = {
      type: 'FeatureCollection',
      name: 'All',
      features: [feature(geometry, { title: 'B', name: '' }), feature(null), null, feature(geometry)],
    };
    expect(await readAll(json(collection))).toMatchObject({ name: 'All' });
    expect(await shapesOf(json(collection))).toEqual(['track B (2)', 'track - (2)']);
  });

  it('gives every part of several geometries', async () => {
    const area = [
      [8, 44],
      [8.1, 44],
      [8.1, 44.1],
      [8, 44],
    ];
    const file = json(
      feature(
        {
          type: 'GeometryCollection',
          geometries: [
            { type: 'MultiPoint', coordinates: LINE },
            { type: 'MultiLineString', coordinates: [LINE, [], LINE] },
            { type: 'Polygon', coordinates: [area, area] },
            { type: 'MultiPolygon', coordinates: [[area], [area, area]] },
            { type: 'Circle', coordinates: [8, 44] },
            { type: 'toString', coordinates: [8, 44] },
          ],
        },
        { name: 'G' },
      ),
    );
    expect(await shapesOf(file)).toEqual([
      'poi G (1)',
      'poi G (1)',
      ...Array<string>(2).fill('track G (2)'),
      ...Array<string>(5).fill('track G (4)'),
    ]);
  });

  it('may have anything in its properties', async () => {
    const properties = {
      coordinates: ['a', 91],
      name: 7,
      nested: { coordinates: [500, 500] },
      __proto__: null,
    };
    const file = json(feature({ type: 'Point', coordinates: [8, 44] }, properties));
    expect(await shapesOf(file)).toEqual(['poi - (1)']);
  });

  it.each([
    ['a latitude beyond the pole', '{"type":"Point",\n"coordinates":[\n8,\n91]}', 'coordinates 2 8, 91'],
    ['texts in place of numbers', '{"type":"Point","coordinates":["8","44"]}', 'coordinates 1 8, 44'],
    ['a number too large', '{"type":"Point","coordinates":[8,1e999]}', 'coordinates 1 8, Infinity'],
    ['one number', '{"type":"Point","coordinates":[8]}', 'coordinates 1 8'],
    ['numbers beside positions', '{"type":"LineString","coordinates":[[8,44],3]}', /^coordinates 1/],
    ['objects in place of positions', '{"type":"Point","coordinates":{"lat":44,"lng":8}}', 'empty'],
    ['an end too early', '{"type":"Point",\n"coordinates":[8', 'damaged 2'],
    ['a comma too many', '{"type":"Point",\n"coordinates":[8,44,]}', 'damaged 2'],
    ['something behind its end', '{"type":"Point","coordinates":[8,44]}{}', 'damaged 1'],
    ['values nested too deep', `{"a":${'['.repeat(200)}`, 'damaged 1'],
    ['another format', '{"type":"Topology","objects":{}}', 'unknownFormat'],
    ['a type that every object has', '{"type":"constructor","coordinates":[8,44]}', 'unknownFormat'],
  ])('with %s is refused', async (_, file, fault) => {
    if (typeof fault === 'string') expect(await faultOf(file)).toBe(fault);
    else expect(await faultOf(file)).toMatch(fault);
  });
});

describe('a shape', () => {
  const kinds = async (...placemarks: string[]): Promise<readonly string[]> =>
    (await readAll(kml(placemarks.join('')))).shapes.map(({ kind }) => kind);

  it.each(['Start', 'PARTENZA PS1', '1. Salida', 'départ', 'Start line'])(
    'named %s is the start',
    async (name) => {
      expect(await kinds(point(name))).toEqual(['start']);
    },
  );
  it.each(['Finish', 'Arrivo', 'Meta', 'arrivée', 'Start/Finish', 'Start - finish', 'End'])(
    'named %s is the finish',
    async (name) => {
      expect(await kinds(point(name))).toEqual(['finish']);
    },
  );
  it.each(['Startup village', 'Metal works', 'Marshal post', ''])(
    'named %j is a point of interest',
    async (name) => {
      expect(await kinds(point(name))).toEqual(['poi']);
    },
  );

  it('that is closed is boxes if it is named so, or if it is a small area beside a large line', async () => {
    expect(await kinds(line('Pit lane', SMALL), polygon('Paddock', LARGE))).toEqual(['boxes', 'track']);
    expect(await kinds(polygon('A', SMALL), line('B', LARGE))).toEqual(['boxes', 'track']);
    expect(await kinds(line('A', SMALL), line('B', LARGE))).toEqual(['track', 'track']);
    expect(await kinds(polygon('A', SMALL))).toEqual(['track']);
    expect(await kinds(line('Pit lane'))).toEqual(['track']);
  });

  it('is the only start, finish or boxes; that which the file states counts first', async () => {
    expect(await kinds(point('Start'), point('Start'))).toEqual(['start', 'poi']);
    const stated = point('X').replace(
      '</name>',
      '</name><ExtendedData><Data name="kind"><value>start</value></Data></ExtendedData>',
    );
    expect(await kinds(point('Start'), stated)).toEqual(['poi', 'start']);
    expect(await kinds(polygon('Boxes 1', SMALL), polygon('Boxes 2', SMALL))).toEqual(['boxes', 'track']);
  });

  it('has the kind that the file states only if it is of such a form', async () => {
    const file = `<gpx><wpt lat="44" lon="8"><type>track</type></wpt><trk><type>rescate</type><trkseg><trkpt lat="44" lon="8"/><trkpt lat="45" lon="8"/></trkseg></trk><trk><type>boxes</type><trkseg><trkpt lat="44" lon="8"/><trkpt lat="45" lon="8"/></trkseg></trk></gpx>`;
    expect(await shapesOf(file)).toEqual(['poi - (1)', 'track - (2)', 'track - (2)']);
  });

  it('of an area that is left open is closed, and of one point is a point', async () => {
    expect(await shapesOf(kml(polygon('A', '8,44 8.1,44 8.1,44.1') + line('B', '8,44')))).toEqual([
      'track A (4)',
      'poi B (1)',
    ]);
  });
});

describe('a file that nobody should trust', () => {
  const BILLION =
    '<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>\n<kml><Placemark><name>&c;</name></Placemark></kml>';
  const EXTERNAL = '<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml><name>&x;</name></kml>';
  const TUPLES = (count: number): string => Array.from({ length: count }, () => '8,44').join(' ');

  it.each([
    ['an entity of entities', BILLION, 'doctype 1'],
    ['an entity of another file', EXTERNAL, 'doctype 1'],
    ['an entity that is not defined', kml('\n<name>&x;</name>'), 'damaged 2'],
    ['elements nested too deep', '<kml>'.repeat(100_000), 'damaged 1'],
    ['an end too early', '<gpx>\n<trk>\n', 'damaged 3'],
    ['too many bytes', new Uint8Array(LIMITS.bytes + 1).fill(32), 'tooLarge'],
    ['too many points', kml(line('A', TUPLES(LIMITS.points + 1))), 'tooManyPoints'],
    ['too many shapes', kml(point('A').repeat(LIMITS.shapes + 1)), 'tooManyShapes'],
    ['coordinates that are none', kml(`\n${line('A', '\n8,44\n8;45')}`), 'coordinates 4 8;45'],
    [
      'much text in their place',
      kml(point('A', `x${'y'.repeat(10_000)}`)),
      `coordinates 1 x${'y'.repeat(39)}`,
    ],
    ['nothing', '', 'empty'],
    ['blanks', ' \n ', 'empty'],
    ['no shape', kml('<name>A</name>'), 'empty'],
    ['a web page', '<html><body/></html>', 'unknownFormat'],
    ['a table', 'lat;lng\n44;8', 'unknownFormat'],
    ['an image', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'unknownFormat'],
  ])('with %s is refused', async (_, file, fault) => {
    expect(await faultOf(file)).toBe(fault);
  });

  it('is read in the encoding that it declares', async () => {
    const declared = (encoding: string): string =>
      `<?xml version="1.0" encoding="${encoding}"?>${kml(line('Núñez'))}`;
    expect(await shapesOf(Buffer.from(declared('windows-1252'), 'latin1'))).toEqual(['track Núñez (2)']);
    expect(await shapesOf(Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le'))).toEqual([
      'track Núñez (2)',
    ]);
  });

  it('is read in slices', async () => {
    const points = Array.from({ length: LIMITS.points }, (_, index) => ({ lat: 44 + index * 1e-6, lng: 8 }));
    const track = { name: 'A', lines: [points], start: null, finish: null, boxes: null, pois: [] };
    for (const write of [writeKml, writeGpx, writeGeoJson]) {
      const before = pauses();
      expect(await shapesOf(write(track))).toEqual([`track A (${LIMITS.points})`]);
      expect(pauses() - before).toBeGreaterThan(15);
    }
  });

  it('may be damaged anywhere: it is read or refused, never more', async () => {
    const write = fc.constantFrom(writeKml, writeGpx, writeGeoJson);
    await fc.assert(
      fc.asyncProperty(
        anyTrack,
        write,
        fc.nat(),
        fc.nat(255),
        fc.boolean(),
        async (track, to, at, byte, isCut) => {
          const bytes = to(track);
          const place = at % bytes.length;
          bytes[place] = byte;
          expect(await faultOf(isCut ? bytes.subarray(0, place) : bytes)).toEqual(expect.any(String));
        },
      ),
    );
  });
});
