import { describe, expect, it } from '@jest/globals';
import { eventMapRequest } from '@flagpost/contracts';
import { aMap, aServerCopy, CORNERS, noMap, ON_THE_LINE } from '../../../testing/track.js';
import { act } from './actions.js';
import { historyOf, record, undo } from './history.js';
import { afterSaving, serverCopyOf, toRequest } from './wire.js';

const EVENT_ID = 7;
const FAR = { lat: 44.7, lng: 8.3 };
const NEW_POI = { position: FAR, description: 'New POI', icon: 'location' as const };

describe('the request that saves a drawing', () => {
  it('has the revision, and nothing if nothing was changed', () => {
    const base = aServerCopy();
    expect(toRequest(EVENT_ID, base.document, base)).toEqual({ eventId: 7, revision: 5 });
  });

  it('has what was changed alone', () => {
    const base = aServerCopy();
    const moved = act(base.document, { type: 'place', place: 'finish', at: FAR });
    expect(toRequest(EVENT_ID, moved, base)).toEqual({ eventId: 7, revision: 5, pointsMetaFinish: FAR });
    const without = act(base.document, { type: 'remove', target: { kind: 'boxes', point: null } });
    expect(toRequest(EVENT_ID, without, base)).toEqual({ eventId: 7, revision: 5, pointsBoxes: null });
  });

  it('has the whole set of points of interest, of which new ones have no id', () => {
    const base = aServerCopy();
    const drawn = act(base.document, { type: 'addPois', pois: [NEW_POI] });
    expect(toRequest(EVENT_ID, drawn, base).pois).toEqual([
      { lat: 44.601, lng: 8.105, id: 31, description: 'Post 1', icon: 'rescate' },
      { ...FAR, id: null, description: 'New POI', icon: 'location' },
    ]);
  });

  it('keeps to the parts that are asked for', () => {
    const base = aServerCopy();
    const drawn = act(act(base.document, { type: 'addPois', pois: [NEW_POI] }), {
      type: 'rename',
      name: 'Other',
    });
    expect(Object.keys(toRequest(EVENT_ID, drawn, base, ['pois']))).toEqual(['eventId', 'revision', 'pois']);
  });

  it('is one that the server takes, of every part', () => {
    const base = serverCopyOf(noMap());
    const stage = {
      number: 1,
      name: 'SS1',
      km: 4.44,
      startDate: '2027-06-06T06:00:00.000Z',
      points: CORNERS,
      start: ON_THE_LINE,
      finish: FAR,
    };
    const { document } = aServerCopy();
    const drawn = act(act(document, { type: 'addStage', stage, fromLine: null }), {
      type: 'moveMap',
      position: { ...FAR, zoom: 11.5 },
    });
    const request = toRequest(EVENT_ID, drawn, base);
    expect(eventMapRequest.parse(request)).toEqual(request);
    expect(Object.keys(request)).toHaveLength(10);
  });
});

describe('after saving', () => {
  it('a new point of interest has the id that the server gave, before and after it is undone', () => {
    const base = aServerCopy();
    let history = historyOf(base.document);
    for (const description of ['One', 'Two'])
      history = record(
        history,
        act(history.present, { type: 'addPois', pois: [{ ...NEW_POI, description }] }),
      );
    const { lat: Lat, lng: Long } = FAR;
    const answer = aMap({
      pois: [
        ...aMap().pois,
        { Id: 41, Lat, Long, Description: 'Two', Icon: 'location' },
        { Id: 40, Lat, Long, Description: 'One', Icon: 'location' },
      ],
      route: { revision: 6 },
    });
    const saved = afterSaving(base, history.present, answer);
    expect(toRequest(EVENT_ID, history.present, saved)).toEqual({ eventId: 7, revision: 6 });
    expect(toRequest(EVENT_ID, undo(history).present, saved).pois?.map(({ id }) => id)).toEqual([31, 40]);
  });

  it('of points of interest alone, the rest is still to be saved', () => {
    const base = aServerCopy();
    const drawn = act(act(base.document, { type: 'addPois', pois: [NEW_POI] }), {
      type: 'rename',
      name: 'Other',
    });
    const saved = afterSaving(base, drawn, aMap({ route: { revision: 6 } }), ['pois']);
    expect(toRequest(EVENT_ID, drawn, saved)).toEqual({ eventId: 7, revision: 6, trackName: 'Other' });
  });
});
