import { createStateWriter, deserializeRaces } from '../engine/serialize.js';
import { createCar, createRace } from '../engine/state.js';
import { createCarReplay, type CarReplay } from './car-replay.js';

/** The replays of the cars of a race, whose states are saved together. */
export interface FieldReplay {
  /** The replay of a car; of one that is not known yet a new one, as before its first fix. */
  car(invitationId: number): CarReplay;
  /** The states of all cars: `createFieldReplay` goes on from them, bit by bit. */
  save(): Uint8Array;
}

/**
 * @param saved what `save` gave
 * @throws RangeError for bytes of another format
 */
export const createFieldReplay = (saved?: Uint8Array): FieldReplay => {
  const [race = createRace(0)] = saved === undefined ? [] : deserializeRaces(saved).values();
  const replays = new Map([...race.cars].map(([id, car]) => [id, createCarReplay(car)]));
  return {
    car(invitationId) {
      const known = replays.get(invitationId);
      if (known !== undefined) return known;
      const car = createCar(race, invitationId);
      const replay = createCarReplay(car);
      race.cars.set(invitationId, car);
      replays.set(invitationId, replay);
      return replay;
    },
    save: () => createStateWriter().write([race]),
  };
};
