import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Position } from '@flagpost/event-sourcing';
import { readModelsContract } from '../testing/contract-suite.js';
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
  expect(cars.entries?.get(1)).toBeUndefined();
});

it('sorts plain values as it sorts all others', async () => {
  const values = {
    number: fc.integer({ min: -3, max: 3 }),
    text: fc.constantFrom('b', 'B', 'ä', 'aa', ''),
    yes: fc.boolean(),
  };
  const sort = { yes: -1, text: 1, number: -1 } as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record(values), { maxLength: 20 }), async (documents) => {
      const readModels = memoryReadModels();
      const view = readModels.view<object>('plain');
      for (const [id, document] of documents.entries()) await view.put(id, document, '1' as Position);
      // A document without the fields sorts first and has no primitive value.
      const mixed = readModels.view<object>('mixed');
      for (const [id, document] of documents.entries()) await mixed.put(id, document, '1' as Position);
      await mixed.put(-1, {}, '1' as Position);
      const inGeneral = (await mixed.find({}, { sort })).filter((each) => Object.keys(each).length > 0);
      expect(await view.find({}, { sort })).toEqual(inGeneral);
    }),
  );
});
