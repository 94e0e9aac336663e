import {
  geometryKey,
  parseSetupKey,
  raceGeometry,
  setupKey,
  setupRecord,
  TOPICS,
  type RaceGeometry,
} from '@flagpost/contracts';
import { EVENT, FINISH } from '../course.js';
import type { Installation } from '../installation.js';
import { of, type Events } from './events.js';

const same = (one: RaceGeometry, other: RaceGeometry): boolean =>
  JSON.stringify([one.start, one.finish, one.radiusM]) ===
  JSON.stringify([other.start, other.finish, other.radiusM]);

/** The newest setup of the topic refers to the current geometry of the route, and no other geometry is left. */
export const wrongGeometry = ({ broker }: Installation, events: Events): string[] => {
  const newest = new Map(
    broker
      .topic(TOPICS.setup)
      .partitions.flat()
      .map(({ key, value }) => [key, value]),
  );
  const value = newest.get(setupKey(EVENT)) ?? null;
  if (value === null) return ['the race has no setup'];
  const { geometry, lapEpochs } = setupRecord.parse(JSON.parse(value));
  const key = geometryKey(EVENT, geometry);
  const named = newest.get(key) ?? null;
  const due = {
    start: of(events, 'StartPlaced').at(-1)?.data.start ?? null,
    finish: FINISH,
    radiusM: of(events, 'EventCreated')[0]?.data.finishRadiusM ?? NaN,
    boxes: null,
  };
  const others = [...newest].filter(
    ([other, kept]) => kept !== null && other !== key && parseSetupKey(other)?.geometry !== null,
  );
  return [
    ...(named === null ? ['the setup names a geometry that is not there'] : []),
    ...(named !== null && !same(raceGeometry.parse(JSON.parse(named)), due)
      ? ['the setup names another geometry than that of the route']
      : []),
    ...(lapEpochs.length === 1 + of(events, 'LapsReset').length
      ? []
      : ['the setup lacks a reset of the laps']),
    ...others.map(([other]) => `no setup names the geometry ${other}`),
  ];
};
