import { expect, it } from '@jest/globals';
import type { Position } from '@flagpost/event-sourcing';
import { readModelsContract } from '../contract-suite.js';
import { memoryReadModels } from './index.js';

readModelsContract('memory', async () => ({
  readModels: memoryReadModels(),
  dispose: async () => undefined,
}));

it('shows the documents themselves, and what is entered among them', async () => {
  const [first, second] = ['1', '2'] as unknown as [Position, Position];
  const readModels = memoryReadModels();
  const cars = readModels.view<{ car: number }>('cars');
  await cars.put(1, { car: 1 }, first);
  await cars.put(2, { car: 2 }, first);
  expect(cars.entries?.get(1)).toEqual({ document: { car: 1 }, position: first });
  cars.entries?.set(1, { document: null, position: second });
  cars.entries?.set(3, { document: { car: 3 }, position: second });
  expect(await cars.find({})).toEqual([{ car: 2 }, { car: 3 }]);
  expect(await cars.put(3, { car: 33 }, second)).toBe(false);
  await readModels.drop('cars', 1, ['cars']);
  expect(cars.entries?.size).toBe(0);
});
