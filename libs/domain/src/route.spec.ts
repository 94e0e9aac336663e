import { TRACK_LIMITS } from '@flagpost/contracts';
import { given } from '@flagpost/testing/given';
import { describe, expect, it } from '@jest/globals';
import {
  routeDecider,
  type Poi,
  type RouteCommand,
  type RouteEvent,
  type RouteParts,
  type Sector,
  type Stage,
} from './route.js';

const eventId = 1;
const times = { now: 1_000, finishesAt: 2_000 };
const a = { lat: 44.7, lng: 8.03 };
const b = { lat: 44.71, lng: 8.03 };
const c = { lat: 44.71, lng: 8.04 };
const draw = (parts: RouteParts, isUnderWay = false) =>
  ({ type: 'drawRoute', eventId, times, parts, isUnderWay }) as const;

describe('drawing a route', () => {
  it('states each part that changes', () => {
    given(routeDecider, [])
      .when(
        draw({
          trackName: 'Langhe',
          tracks: [[a, b]],
          start: a,
          finish: b,
          boxes: [a, b, c, a],
          mapPosition: { ...a, zoom: 14 },
          gmtHours: 5.5,
        }),
      )
      .then([
        { type: 'TrackNamed', data: { eventId, name: 'Langhe' } },
        { type: 'TrackDrawn', data: { eventId, tracks: [[a, b]] } },
        { type: 'StartPlaced', data: { eventId, start: a } },
        { type: 'FinishPlaced', data: { eventId, finish: b } },
        { type: 'BoxesDrawn', data: { eventId, boxes: [a, b, c, a] } },
        { type: 'MapPositionSaved', data: { eventId, mapPosition: { ...a, zoom: 14 } } },
        { type: 'TrackTimeSet', data: { eventId, gmtHours: 5.5 } },
      ]);
  });

  const standing: RouteEvent[] = [
    { type: 'TrackDrawn', data: { eventId, tracks: [[a, b]] } },
    { type: 'StartPlaced', data: { eventId, start: a } },
    { type: 'FinishPlaced', data: { eventId, finish: b } },
    { type: 'BoxesDrawn', data: { eventId, boxes: [a, b, c, a] } },
    { type: 'MapPositionSaved', data: { eventId, mapPosition: { ...a, zoom: 14 } } },
  ];

  it('leaves alone what is left out or as it was', () => {
    given(routeDecider, standing).when(draw({})).then([]);
    given(routeDecider, standing)
      .when(draw({ tracks: [[a, b]], start: a, finish: c, boxes: [a, b, c], gmtHours: 0 }))
      .then([{ type: 'FinishPlaced', data: { eventId, finish: c } }]);
  });

  it('removes what is null', () => {
    given(routeDecider, standing)
      .when(draw({ tracks: [], start: null, finish: null, boxes: null, mapPosition: null }))
      .then([
        { type: 'TrackDrawn', data: { eventId, tracks: [] } },
        { type: 'StartPlaced', data: { eventId, start: null } },
        { type: 'FinishPlaced', data: { eventId, finish: null } },
        { type: 'BoxesDrawn', data: { eventId, boxes: null } },
        { type: 'MapPositionSaved', data: { eventId, mapPosition: null } },
      ]);
  });

  it('as the first one is refused where there is a track', () => {
    const first = { ...draw({ tracks: [[b, c]] }), isFirst: true };
    given(routeDecider, standing).when(first).thenRefused('track.exists');
    given(routeDecider, [])
      .when(first)
      .then([{ type: 'TrackDrawn', data: { eventId, tracks: [[b, c]] } }]);
  });

  it('closes the boxes', () => {
    given(routeDecider, [])
      .when(draw({ boxes: [a, b, c] }))
      .then([{ type: 'BoxesDrawn', data: { eventId, boxes: [a, b, c, a] } }]);
  });

  const north = { lat: 90.1, lng: 0 };
  it.each<[string, RouteParts]>([
    ['coordinates.invalid', { tracks: [[a, north]] }],
    ['coordinates.invalid', { start: { lat: -91, lng: 0 } }],
    ['coordinates.invalid', { finish: { lat: 0, lng: 181 } }],
    ['coordinates.invalid', { finish: { lat: 0, lng: NaN } }],
    ['coordinates.invalid', { boxes: [a, b, north] }],
    ['coordinates.invalid', { mapPosition: { ...north, zoom: 3 } }],
    ['route.tooFewPoints', { tracks: [[a, b], [a]] }],
    ['route.tooFewBoxesPoints', { boxes: [] }],
    ['route.tooFewBoxesPoints', { boxes: [a, b] }],
    ['route.tooFewBoxesPoints', { boxes: [a, b, a] }],
    ['route.tooManyPoints', { tracks: [Array.from({ length: TRACK_LIMITS.points }, () => a), [a, b]] }],
    ['route.gmt', { gmtHours: 14.25 }],
    ['route.gmt', { gmtHours: 5.4 }],
    ['route.trackNameRequired', { trackName: '' }],
    ['route.trackNameRequired', { trackName: '  ' }],
    ['text.tooLong', { trackName: 'x'.repeat(101) }],
  ])('is refused by %s', (code, parts) => {
    given(routeDecider, []).when(draw(parts)).thenRefused(code);
  });
});

describe('points of interest', () => {
  const poi = (poiId: number): Poi => ({ poiId, ...a, description: 'New POI', icon: 'location' });
  const save = (pois: Poi[], newPoiIds: number[] = []) =>
    ({ type: 'savePois', eventId, times, pois, newPoiIds }) as const;
  const saved = (...pois: Poi[]): RouteEvent => ({ type: 'PoisSaved', data: { eventId, pois } });
  const gone: RouteEvent = { type: 'PoiDeleted', data: { eventId, poiId: 7 } };

  it('are saved as a set', () => {
    given(routeDecider, [])
      .when(save([poi(7), poi(8)], [7, 8]))
      .then([saved(poi(7), poi(8))]);
    given(routeDecider, [saved(poi(7), poi(8))])
      .when(save([poi(8)]))
      .then([saved(poi(8))]);
    given(routeDecider, [saved(poi(7))])
      .when(save([poi(7)]))
      .then([]);
  });

  it('keep to the ids of their own event', () => {
    given(routeDecider, [saved(poi(7))])
      .when(save([poi(7), poi(9)]))
      .thenRefused('poi.missing');
  });

  it('may come back after somebody else deleted them', () => {
    given(routeDecider, [saved(poi(7)), gone])
      .when(save([poi(7)]))
      .then([saved(poi(7))]);
  });

  it('are deleted one by one', () => {
    const remove = { type: 'deletePoi', eventId, times, poiId: 7 } as const;
    given(routeDecider, [saved(poi(7))])
      .when(remove)
      .then([gone]);
    given(routeDecider, [saved(poi(7)), gone])
      .when(remove)
      .thenRefused('poi.missing');
  });

  it('are refused twice, too many, off the map or with a long text', () => {
    const many = Array.from({ length: TRACK_LIMITS.pois + 1 }, (_, index) => poi(index + 1));
    given(routeDecider, [])
      .when(save([poi(7), poi(7)], [7]))
      .thenRefused('poi.repeated');
    given(routeDecider, [])
      .when(
        save(
          many,
          many.map(({ poiId }) => poiId),
        ),
      )
      .thenRefused('poi.tooMany');
    given(routeDecider, [])
      .when(save([{ ...poi(7), lng: -180.5 }], [7]))
      .thenRefused('coordinates.invalid');
    given(routeDecider, [])
      .when(save([{ ...poi(7), description: 'x'.repeat(101) }], [7]))
      .thenRefused('text.tooLong');
  });
});

describe('a past event', () => {
  const past = { now: 2_001, finishesAt: 2_000 };

  it('keeps its route', () => {
    const commands = [
      { ...draw({ start: a }), times: past },
      { type: 'savePois', eventId, times: past, pois: [], newPoiIds: [] },
      { type: 'deletePoi', eventId, times: past, poiId: 7 },
      { type: 'deleteTrack', eventId, times: past, isUnderWay: false },
    ] as const;
    for (const command of commands) given(routeDecider, []).when(command).thenRefused('event.past');
  });
});

describe('deleting a track', () => {
  const remove = { type: 'deleteTrack', eventId, times, isUnderWay: false } as const;
  const deleted: RouteEvent = { type: 'TrackDeleted', data: { eventId } };
  const standing: RouteEvent[] = [
    { type: 'TrackNamed', data: { eventId, name: 'Langhe' } },
    { type: 'TrackDrawn', data: { eventId, tracks: [[a, b]] } },
    { type: 'StartPlaced', data: { eventId, start: a } },
    { type: 'FinishPlaced', data: { eventId, finish: b } },
    { type: 'BoxesDrawn', data: { eventId, boxes: [a, b, c, a] } },
    { type: 'MapPositionSaved', data: { eventId, mapPosition: { ...a, zoom: 14 } } },
    { type: 'TrackTimeSet', data: { eventId, gmtHours: 2 } },
  ];

  it('takes what was drawn, and leaves the place and its time', () => {
    given(routeDecider, standing).when(remove).then([deleted]);
    const state = [...standing, deleted].reduce(routeDecider.evolve, routeDecider.initialState);
    expect(state).toEqual({
      ...routeDecider.initialState,
      mapPosition: { ...a, zoom: 14 },
      gmtHours: 2,
      revision: standing.length + 1,
    });
  });

  it('is refused while the event is under way, while there are sectors, and without a track', () => {
    given(routeDecider, standing)
      .when({ ...remove, isUnderWay: true })
      .thenRefused('track.underWay');
    const sector: Sector = { sectorId: 71, number: 1, kilometres: 1, picturePath: null, stretch: null };
    given(routeDecider, [...standing, { type: 'SectorCreated', data: { eventId, sector } }])
      .when(remove)
      .thenRefused('track.hasSectors');
    given(routeDecider, []).when(remove).thenRefused('track.missing');
    given(routeDecider, [...standing, deleted])
      .when(remove)
      .thenRefused('track.missing');
  });

  it.each<[string, (isUnderWay: boolean) => RouteCommand]>([
    ['a drawing', (isUnderWay) => draw({ tracks: [] }, isUnderWay)],
    [
      'the whole map',
      (isUnderWay) => ({ type: 'saveMap', eventId, times, parts: { tracks: [] }, isUnderWay }),
    ],
  ])('follows the same rules by %s without a line', (_, command) => {
    const empty: RouteEvent = { type: 'TrackDrawn', data: { eventId, tracks: [] } };
    const sector: Sector = { sectorId: 71, number: 1, kilometres: 1, picturePath: null, stretch: null };
    given(routeDecider, standing).when(command(false)).then([empty]);
    given(routeDecider, standing).when(command(true)).thenRefused('track.underWay');
    given(routeDecider, [...standing, { type: 'SectorCreated', data: { eventId, sector } }])
      .when(command(false))
      .thenRefused('track.hasSectors');
    given(routeDecider, []).when(command(true)).then([]);
  });

  it('is not the drawing of another line, which the sectors of a race follow', () => {
    const sector: Sector = { sectorId: 71, number: 1, kilometres: 1, picturePath: null, stretch: null };
    given(routeDecider, [...standing, { type: 'SectorCreated', data: { eventId, sector } }])
      .when(draw({ tracks: [[b, c]] }, true))
      .then([{ type: 'TrackDrawn', data: { eventId, tracks: [[b, c]] } }]);
  });
});

describe('creating a sector', () => {
  const drawn: RouteEvent[] = [{ type: 'TrackDrawn', data: { eventId, tracks: [[a, b]] } }];
  const sector = (number: number): Sector => ({
    sectorId: 70 + number,
    number,
    kilometres: 1.254,
    picturePath: null,
    stretch: null,
  });
  const create = (number: number) =>
    ({ type: 'createSector', eventId, times, sector: sector(number) }) as const;
  const created = (number: number): RouteEvent => ({
    type: 'SectorCreated',
    data: { eventId, sector: { ...sector(number), kilometres: 1.25 } },
  });

  it('rounds its kilometres to 2 decimals', () => {
    given(routeDecider, drawn)
      .when(create(1))
      .then([created(1)]);
  });

  it('needs a track, a number of its own and room', () => {
    given(routeDecider, []).when(create(1)).thenRefused('sector.trackRequired');
    given(routeDecider, [...drawn, created(1)])
      .when(create(1))
      .thenRefused('sector.exists');
    const full = Array.from({ length: TRACK_LIMITS.sectors }, (_, index) => created(index + 1));
    given(routeDecider, [...drawn, ...full])
      .when(create(TRACK_LIMITS.sectors + 1))
      .thenRefused('sector.tooMany');
  });

  it('keeps them by number', () => {
    const state = [...drawn, created(3), created(1)].reduce(routeDecider.evolve, routeDecider.initialState);
    expect(state.sectors.map(({ number }) => number)).toEqual([1, 3]);
  });
});

describe('copying a route', () => {
  const poi: Poi = { poiId: 70, ...a, description: 'Bend 3', icon: 'location' };
  const sector: Sector = { sectorId: 80, number: 1, kilometres: 1.254, picturePath: null, stretch: null };
  const copy = {
    type: 'copyRoute',
    eventId,
    times,
    parts: { tracks: [[a, b]] },
    pois: [poi],
    stages: [],
  } as const;

  it('states the drawing, its points and its sectors', () => {
    given(routeDecider, [])
      .when({ ...copy, sectors: [sector] })
      .then([
        { type: 'TrackDrawn', data: { eventId, tracks: [[a, b]] } },
        { type: 'PoisSaved', data: { eventId, pois: [poi] } },
        { type: 'SectorCreated', data: { eventId, sector: { ...sector, kilometres: 1.25 } } },
      ]);
    given(routeDecider, [])
      .when({ ...copy, parts: {}, pois: [], sectors: [] })
      .then([]);
  });

  it('states its stages by number', () => {
    const one = {
      number: 1,
      name: 'Langhe',
      kilometres: 12.4,
      startsAt: 5,
      line: null,
      start: null,
      finish: null,
    };
    const two = { ...one, number: 2 };
    const stages = { ...copy, parts: {}, pois: [], sectors: [], stages: [two, one] };
    given(routeDecider, [])
      .when(stages)
      .then([{ type: 'StagesSaved', data: { eventId, stages: [one, two] } }]);
  });

  it('keeps the rules of each', () => {
    given(routeDecider, [])
      .when({ ...copy, parts: {}, sectors: [sector] })
      .thenRefused('sector.trackRequired');
    given(routeDecider, [])
      .when({ ...copy, sectors: [sector, { ...sector, sectorId: 81 }] })
      .thenRefused('sector.exists');
    given(routeDecider, [])
      .when({ ...copy, pois: [poi, poi], sectors: [] })
      .thenRefused('poi.repeated');
  });
});

describe('changing and deleting a sector', () => {
  const drawn: RouteEvent = { type: 'TrackDrawn', data: { eventId, tracks: [[a, b]] } };
  const first: Sector = { sectorId: 71, number: 1, kilometres: 1, picturePath: null, stretch: null };
  const second: Sector = { ...first, sectorId: 72, number: 2 };
  const created = (sector: Sector): RouteEvent => ({ type: 'SectorCreated', data: { eventId, sector } });
  const standing = [drawn, created(first), created(second)];
  const change = (sector: Sector) => ({ type: 'changeSector', eventId, times, sector }) as const;
  const changed = { ...first, number: 3, kilometres: 1.256, stretch: { from: a, to: b } };

  it('states the whole sector, and nothing if it is the same', () => {
    given(routeDecider, standing)
      .when(change(changed))
      .then([{ type: 'SectorChanged', data: { eventId, sector: { ...changed, kilometres: 1.26 } } }]);
    given(routeDecider, standing).when(change(first)).then([]);
  });

  it('is refused if somebody else has changed it since it was read', () => {
    const withPicture = { ...first, picturePath: 'sectorPictures/a.webp' };
    const theirs: RouteEvent = { type: 'SectorChanged', data: { eventId, sector: changed } };
    const now = given(routeDecider, [...standing, theirs]);
    const { sectorId: _, ...read } = first;
    now.when({ ...change(withPicture), former: read }).thenRefused('sector.changed');
    // The length of a stretch is measured anew whenever it is read.
    const measured = { ...read, number: 3, kilometres: 9, stretch: changed.stretch };
    const wanted = { ...changed, kilometres: 9, picturePath: withPicture.picturePath };
    now
      .when({ ...change(wanted), former: measured })
      .then([{ type: 'SectorChanged', data: { eventId, sector: wanted } }]);
    given(routeDecider, standing)
      .when({ ...change(withPicture), former: read })
      .then([{ type: 'SectorChanged', data: { eventId, sector: withPicture } }]);
  });

  it('is refused for a number that another one has, and for one that does not exist', () => {
    given(routeDecider, standing)
      .when(change({ ...first, number: 2 }))
      .thenRefused('sector.exists');
    given(routeDecider, standing)
      .when(change({ ...first, sectorId: 99, number: 9 }))
      .thenRefused('sector.missing');
  });

  it('frees the number of a deleted one', () => {
    const remove = { type: 'deleteSector', eventId, times, sectorId: 71 } as const;
    const deleted: RouteEvent = { type: 'SectorDeleted', data: { eventId, sectorId: 71 } };
    given(routeDecider, standing).when(remove).then([deleted]);
    given(routeDecider, [...standing, deleted])
      .when(remove)
      .thenRefused('sector.missing');
    given(routeDecider, [...standing, deleted])
      .when(change({ ...second, number: 1 }))
      .then([{ type: 'SectorChanged', data: { eventId, sector: { ...second, number: 1 } } }]);
  });
});

describe('saving special stages', () => {
  const stage = (number: number, more: Partial<Stage> = {}): Stage => ({
    number,
    name: `Langhe ${number}`,
    kilometres: 12.4,
    startsAt: 1,
    line: null,
    start: null,
    finish: null,
    ...more,
  });
  const save = (...stages: readonly Stage[]) => ({ type: 'saveStages', eventId, times, stages }) as const;

  it('moves all of them with the event, as many days later at the same time of day', () => {
    const [winter, summer] = [Date.UTC(2027, 2, 20, 8), Date.UTC(2027, 3, 3, 7)];
    const HOUR_MS = 3_600_000;
    const line = [a, b];
    const stages = [
      stage(1, { startsAt: winter + 2 * HOUR_MS, line }),
      stage(2, { startsAt: winter + 26 * HOUR_MS }),
    ];
    const moved = { from: winter, to: summer, zone: 'Europe/Rome' };
    const move = { type: 'moveStages', eventId, times, ...moved } as const;
    given(routeDecider, [{ type: 'StagesSaved', data: { eventId, stages } }])
      .when(move)
      .then([
        {
          type: 'StagesSaved',
          data: {
            eventId,
            stages: [
              stage(1, { startsAt: summer + 2 * HOUR_MS, line }),
              stage(2, { startsAt: summer + 26 * HOUR_MS }),
            ],
          },
        },
      ]);
    given(routeDecider, []).when(move).then([]);
  });

  it('states the whole set by number', () => {
    const line = [a, b];
    given(routeDecider, [])
      .when(save(stage(2, { kilometres: 9.128 }), stage(1, { line, start: a, finish: b })))
      .then([
        {
          type: 'StagesSaved',
          data: {
            eventId,
            stages: [stage(1, { line, start: a, finish: b }), stage(2, { kilometres: 9.13 })],
          },
        },
      ]);
    given(routeDecider, [{ type: 'StagesSaved', data: { eventId, stages: [stage(1)] } }])
      .when(save(stage(1)))
      .then([]);
  });

  it('is refused for one number twice, too many stages, a blank name and too short a line', () => {
    given(routeDecider, [])
      .when(save(stage(1), stage(1)))
      .thenRefused('stage.exists');
    given(routeDecider, [])
      .when(save(stage(1, { name: ' ' })))
      .thenRefused('stage.nameRequired');
    given(routeDecider, [])
      .when(save(stage(1, { line: [a] })))
      .thenRefused('route.tooFewPoints');
    const all = Array.from({ length: TRACK_LIMITS.stages + 1 }, (_, index) => stage(index + 1));
    given(routeDecider, [])
      .when(save(...all))
      .thenRefused('stage.tooMany');
    const long = Array.from({ length: TRACK_LIMITS.points + 1 }, () => a);
    given(routeDecider, [])
      .when(save(stage(1, { line: long })))
      .thenRefused('route.tooManyPoints');
  });
});

describe('saving the whole map', () => {
  const poi: Poi = { poiId: 70, ...a, description: 'Bend 3', icon: 'location' };
  const save = {
    type: 'saveMap',
    eventId,
    times,
    parts: { tracks: [[a, b]] },
    isUnderWay: false,
    pois: { pois: [poi], newPoiIds: [70] },
    stages: [],
  } as const;
  const saved: RouteEvent[] = [
    { type: 'TrackDrawn', data: { eventId, tracks: [[a, b]] } },
    { type: 'PoisSaved', data: { eventId, pois: [poi] } },
  ];

  it('states each part that changes', () => {
    given(routeDecider, []).when(save).then(saved);
    given(routeDecider, saved).when(save).then([]);
  });

  it('states nothing if one part is refused', () => {
    given(routeDecider, [])
      .when({ ...save, pois: { pois: [poi], newPoiIds: [] } })
      .thenRefused('poi.missing');
  });

  it('is refused for another revision than the current one', () => {
    given(routeDecider, saved)
      .when({ ...save, parts: { start: a }, revision: 1 })
      .thenRefused('route.changed');
    given(routeDecider, saved)
      .when({ ...save, parts: { start: a }, revision: 2 })
      .then([{ type: 'StartPlaced', data: { eventId, start: a } }]);
  });
});
