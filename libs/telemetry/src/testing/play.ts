/** Drives an engine with one race and queries it, for specs. */
import type { LiveCar, PositionInput, RaceFact, RaceSetup } from '@flagpost/contracts';
import { createEngine, type Engine } from '../engine/engine.js';
import { BEGAN, EVENT, fix, key, raceSetup } from './race-scene.js';

export const engineWith = (setup: RaceSetup = raceSetup(2)): Engine => {
  const engine = createEngine();
  engine.setup(EVENT, setup);
  return engine;
};

export const send = (engine: Engine, inputs: readonly PositionInput[], car = 1): string[] =>
  inputs.map((input) => engine.apply(key(car), input));

/** Straight on past the finish, 2 m north of it, at a steady speed: from `fromM` west, one fix a second. */
export const drive = (startMs: number, fromM: number, toM: number, metresPerS: number): PositionInput[] =>
  Array.from({ length: Math.floor((toM - fromM) / metresPerS) + 1 }, (_, i) =>
    fix(startMs + i * 1000, fromM + i * metresPerS, 2),
  );

/** The car in the next frame. */
export const live = (engine: Engine, ms: number, car = 1): LiveCar | undefined => {
  const cars = engine.takeFrames(BEGAN + ms).flatMap((frame) => frame.cars);
  return cars.find(({ invitationId }) => invitationId === car);
};

export const laps = (facts: readonly RaceFact[]) =>
  facts.flatMap((fact) => (fact.type === 'lapCompleted' ? [fact] : []));
