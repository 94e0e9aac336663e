import { expect, it } from '@jest/globals';
import { aSnapshot, aSnapshotCar, aLiveCar } from '../../testing/race-data.js';
import { TEXTS } from '../../shared/texts/race.js';
import { createLiveCars } from './live-cars.js';
import { snapshotCells } from './snapshot-list.js';

const cellsOf = (changes: Parameters<typeof aLiveCar>[1]): string[] => {
  const cars = createLiveCars();
  cars.begin(
    aSnapshot({ cars: [aSnapshotCar(7, { live: aLiveCar(7, { speedKph: 225.6, ...changes }) })] }),
    0,
  );
  const row = cars.row(7);
  if (row === undefined) throw new Error('The car is not in the race.');
  return snapshotCells({ carNumber: '7', pilot: 'Ada Lovelace' }, row);
};

it('lists a car with its lap, its speed and its state', () => {
  expect(cellsOf({ counter: 3 })).toEqual(['7', 'Ada Lovelace', '3', '226', TEXTS.race.counts.running]);
});

it('gives no speed for a car that is offline, in SOS or not', () => {
  expect(cellsOf({ offline: true }).slice(3)).toEqual([TEXTS.unknown, TEXTS.race.counts.offline]);
  expect(cellsOf({ offline: true, sos: true }).slice(3)).toEqual([TEXTS.unknown, TEXTS.race.counts.sos]);
});
