import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sharedData, SHARED_DATA_MISSING } from '@flagpost/testing';
import { faultOf, shapesOf } from '../testing/read-all.js';

const STAGES = [
  'track SS 1 (419)',
  'track SS 2 (420)',
  'track SS 3/6 (434)',
  'track SS 4/7 (523)',
  'track SS 5 (506)',
  'track SS 9/11 (402)',
  'track SS 10 (412)',
  'track SS 12/14 (302)',
  'track SS 13/15 (348)',
];

/** By folder and file, the shapes that are read, or the fault with its line. */
const OUTCOMES: Readonly<Record<string, Readonly<Record<string, readonly string[] | string>>>> = {
  rally_montecarlo_2021: {
    'montecarlo_2021.geojson': STAGES,
    'montecarlo_2021.kml': STAGES,
    'montecarlo_2021_routes.gpx': STAGES,
    'split_times_example.json': 'unknownFormat',
  },
  geo_fixtures: {
    'gpxpy_around-visnjan-with-car.gpx': ['track 2020-12-18 07:24:29 (104)'],
    'gpxpy_cerknicko-without-times.gpx': [
      ...['001', 'BACK T TH', 'BIRDS NEST', 'FAGGIO', 'RAKOV12', 'RAKV SKCJN', 'VANSHNG LK'].map(
        (name) => `poi ${name} (1)`,
      ),
      'track ACTIVE LOG #2 (173)',
      'track ACTIVE LOG #3 (52)',
      'track ACTIVE LOG #4 (2)',
      'track ACTIVE LOG #5 (44)',
      'track ACTIVE LOG #6 (2)',
      'track ACTIVE LOG #7 (2)',
      'track ACTIVE LOG #8 (21)',
    ],
    'gpxpy_gpx1.0_with_all_fields.gpx': [
      'poi example name (1)',
      'poi - (1)',
      'track example name (3)',
      'track second route (2)',
      'poi example name t (1)',
    ],
    'gpxpy_gpx1.1_with_extensions_without_namespaces.gpx': ['poi - (1)'],
    'gpxpy_route.gpx': ['track - (55)'],
    'gpxpy_track-with-empty-segment.gpx': ['track 2013-07-06T14:59:00Z (9)'],
    'gpxpy_track-with-less-sec-time.gpx': ['track - (2)'],
    'gpxpy_track_with_speed.gpx': ['track - (3)'],
    'gpxpy_unicode.gpx': [
      ...['šđčćž', 'BIRDS NEST', 'FAGGIO', 'RAKOV12', 'RAKV SKCJN', 'VANSHNG LK'].map(
        (name) => `poi ${name} (1)`,
      ),
    ],
    'gpxpy_unicode_with_bom.gpx': ['poi test (1)'],
    'gpxpy_unicode_with_bom_noencoding.gpx': ['poi bom noencoding ő (1)'],
    'placemark_addresses.kml': [
      'track Moving (2)',
      'poi On the subway (1)',
      'poi Lub d - Bangkok Siam (1)',
      'poi In transit (1)',
      'poi Bang Kapi (1)',
      'poi Driving (1)',
      'track Driving (2)',
    ],
    'placemark_bad.gpx': 'coordinates 5 undefined, undefined',
    'placemark_bad.kml': 'coordinates 5 no,no',
    'placemark_cdata.kml': ['poi - (1)'],
    'placemark_empty_trk.gpx': 'empty',
    'placemark_gxmultitrack.kml': [
      'poi 12/04/2014 11:24 AM (départ) (1)',
      'track 12/04/2014 11:24 AM (13)',
      'track 12/04/2014 11:24 AM (13)',
      'poi 12/04/2014 11:24 AM (fin) (1)',
    ],
    'placemark_gxtrack.kml': ['track - (7)'],
    'placemark_linestring.kml': ['track unextruded (2)', 'track extruded (2)'],
    'placemark_multitrack.kml': [
      'start 8/8/2013 17:20 (Start) (1)',
      'track 8/8/2013 17:20 (16)',
      'finish 8/8/2013 17:20 (End) (1)',
    ],
    'placemark_multitrackgpx.gpx': ['track Tag 1 (38)', 'track Tag 2 (65)', 'track Tag 3 (14)'],
    'placemark_networklink.kml': 'linksOnly',
    'placemark_noname.kml': ['track - (11)'],
    'placemark_null_geometry.kml': 'empty',
    'placemark_opencpn.gpx': ['track Around Orcas (16)'],
    'placemark_osm.gpx': ['track dc.zip (60)', 'track GPS_20090913_001033.gpx (115)', 'track - (245)'],
    'placemark_point_extra_coordinates.kml': ['poi Simple placemark (1)'],
    'placemark_selfclosing.kml': 'empty',
    'placemark_trek.gpx': ['track - (120)'],
  },
};

const folder = sharedData('');
const isMissing = folder === null;

describe(`files that others have made${isMissing ? ` (${SHARED_DATA_MISSING})` : ''}`, () => {
  const test = isMissing ? it.skip : it;

  describe.each(Object.entries(OUTCOMES))('of %s', (name, outcomes) => {
    test('are those that are listed', () => {
      expect(readdirSync(`${folder}${name}`).sort()).toEqual(Object.keys(outcomes).sort());
    });
    test.each(Object.entries(outcomes))('%s', async (file, outcome) => {
      const bytes = readFileSync(`${folder}${name}/${file}`);
      expect(typeof outcome === 'string' ? await faultOf(bytes) : await shapesOf(bytes)).toEqual(outcome);
    });
  });

  test('the circuits of Formula 1 are 40 closed lines with their names', async () => {
    const shapes = await shapesOf(readFileSync(`${folder}circuits/f1-circuits.geojson`));
    expect(shapes).toHaveLength(40);
    expect(shapes.every((shape) => /^track \p{L}.+ \(\d+\)$/u.test(shape))).toBe(true);
  });
});
