import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonInSlices } from './json-in-slices.js';

const written = async (value: unknown): Promise<{ text: string; pauses: number }> => {
  const pieces: string[] = [];
  let pauses = 0;
  for await (const piece of jsonInSlices(value, async () => void (pauses += 1))) pieces.push(piece);
  return { text: pieces.join(''), pauses };
};

it('writes what JSON.stringify does', async () => {
  const data = fc
    .jsonValue()
    .chain((value) => fc.constantFrom(value, { value, nothing: undefined }, [value]));
  await fc.assert(
    fc.asyncProperty(data, async (value) => expect((await written(value)).text).toBe(JSON.stringify(value))),
  );
});

it('pauses within long lists, which are whole', async () => {
  const points = Array.from({ length: 20_000 }, (_, index) => ({ lat: index / 7, lng: -index / 7 }));
  const answer = {
    shapes: [
      { name: 'Línea', points },
      { name: null, points: [] },
    ],
    points: points.length,
  };
  const { text, pauses } = await written(answer);
  expect(text).toBe(JSON.stringify(answer));
  expect(pauses).toBeGreaterThan(10);
});
