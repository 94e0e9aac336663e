import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createStreamReader } from './event-stream.js';

const TEXT =
  'retry: 2000\n\nid: a1\nevent: orders\ndata: {"x":1}\n\n:\n\nid: b2\nevent: orders\ndata: one\ndata: two\n\n';
const MESSAGES = [
  { id: 'a1', event: 'orders', data: '{"x":1}' },
  { id: 'b2', event: 'orders', data: 'one\ntwo' },
];

it('reads the same messages however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: TEXT.length }), { maxLength: 10 }), (cuts) => {
      const at = [0, ...cuts.sort((one, other) => one - other), TEXT.length];
      const read = createStreamReader();
      expect(at.slice(1).flatMap((end, index) => read(TEXT.slice(at[index], end)))).toEqual(MESSAGES);
    }),
  );
});

it('keeps an unfinished message', () => {
  expect(createStreamReader()('id: a1\nevent: orders\ndata: {"x"')).toEqual([]);
});
