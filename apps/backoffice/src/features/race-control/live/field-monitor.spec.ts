import { describe, expect, it } from '@jest/globals';
import { RACE, type LatLng } from '@flagpost/contracts';
import { aLiveCar } from '../../../testing/race-data.js';
import { createFieldMonitor } from './field-monitor.js';

const boxes: LatLng[] = [
  { lat: 44.5, lng: 8 },
  { lat: 44.7, lng: 8 },
  { lat: 44.7, lng: 8.2 },
  { lat: 44.5, lng: 8.2 },
];
const inBoxes = { lat: 44.6, lng: 8.1 };
const onTrack = { lat: 44.6, lng: 8.3 };
const AT = 2_000_000;

const watching = (area: readonly LatLng[] | null | undefined = boxes) => {
  const field = createFieldMonitor(() => area);
  field.look(
    [1, 2, 3].map((id) => aLiveCar(id)),
    AT,
    true,
  );
  return field;
};

describe('a car that stops', () => {
  const stopped = (id: number, place: LatLng) => aLiveCar(id, { ...place, stopped: true });

  it('outside the boxes is told once, and again when it goes', () => {
    const field = watching();
    expect(field.look([stopped(1, onTrack)], AT, false)).toMatchObject({ at: AT, stood: [1], left: [] });
    expect(field.look([stopped(1, onTrack)], AT, false)).toBeNull();
    expect(field.look([aLiveCar(1, onTrack)], AT, false)).toMatchObject({ stood: [], left: [1] });
  });

  it('in the boxes is not told, nor when its fix trembles over the edge', () => {
    const field = watching();
    expect(field.look([stopped(1, inBoxes)], AT, false)).toBeNull();
    expect(field.look([stopped(1, onTrack)], AT, false)).toBeNull();
  });

  it('is outside wherever it is while no boxes are drawn', () => {
    expect(watching(null).look([stopped(1, inBoxes)], AT, false)).toMatchObject({ stood: [1] });
  });

  it('is judged when the boxes are known', () => {
    const known: { boxes?: LatLng[] } = {};
    const field = createFieldMonitor(() => known.boxes);
    expect(field.look([stopped(1, onTrack)], AT, true)).toBeNull();
    known.boxes = boxes;
    expect(field.look([stopped(1, onTrack)], AT, false)).toMatchObject({ stood: [1] });
  });

  it('and falls silent stands where it stood', () => {
    const field = watching();
    field.look([stopped(1, onTrack)], AT, false);
    const news = field.look([{ ...stopped(1, onTrack), offline: true }], AT, false);
    expect(news).toMatchObject({ left: [], silent: [{ invitationId: 1, at: AT }] });
  });

  it('is not told of one that has been silent all along, until it is heard', () => {
    const field = createFieldMonitor(() => boxes);
    const silent = { ...stopped(1, onTrack), offline: true };
    expect(field.look([silent], AT, true)).toMatchObject({ stood: [] });
    expect(field.look([{ ...silent, offline: false }], AT, false)).toMatchObject({ stood: [1], heard: [1] });
  });

  it('is forgotten with its car', () => {
    const field = watching();
    field.look([stopped(1, onTrack)], AT, false);
    expect(field.look([aLiveCar(2), aLiveCar(3)], AT, true)).toMatchObject({ left: [1], heardCount: 2 });
  });

  it('is passed over where no snapshot has named it', () => {
    expect(watching().look([stopped(9, onTrack)], AT, false)).toBeNull();
  });
});

describe('a car that falls silent', () => {
  it('is told once, with how many are heard still, and when it is heard again', () => {
    const field = watching();
    const silent = aLiveCar(1, { offline: true });
    expect(field.look([silent], AT, false)).toMatchObject({
      silent: [{ invitationId: 1, at: AT }],
      heardCount: 2,
    });
    expect(field.look([silent], AT, false)).toBeNull();
    expect(field.look([aLiveCar(1)], AT, false)).toMatchObject({ heard: [1], heardCount: 3 });
  });

  it('is told by a snapshot with the time at which it became so, the oldest first', () => {
    const field = createFieldMonitor(() => boxes);
    const receivedAt = AT - 60_000;
    const cars = [
      aLiveCar(1, { offline: true, receivedAt: receivedAt + 5_000 }),
      aLiveCar(2, { offline: true, receivedAt }),
      aLiveCar(3),
    ];
    expect(field.look(cars, AT, true)?.silent).toEqual([
      { invitationId: 2, at: receivedAt + RACE.offlineAfterMs },
      { invitationId: 1, at: receivedAt + 5_000 + RACE.offlineAfterMs },
    ]);
  });

  it('is not one that was never heard', () => {
    const field = createFieldMonitor(() => boxes);
    const never = aLiveCar(1, { offline: true, receivedAt: null, lat: null, lng: null });
    expect(field.look([never, aLiveCar(2)], AT, true)).toBeNull();
    expect(field.look([aLiveCar(1)], AT, false)).toMatchObject({ heard: [1], heardCount: 2 });
  });
});
