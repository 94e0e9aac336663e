import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeFrame, frameCursor, type Framed } from './frames.js';

const decode = (text: string): Framed[] => {
  const cursor = frameCursor(text);
  const messages: Framed[] = [];
  while (cursor.next())
    messages.push({ partition: cursor.partition(), key: cursor.key(), value: cursor.value() });
  return messages;
};
const encode = (messages: readonly Framed[]): string =>
  messages.map((message) => encodeFrame(message.partition, message)).join('');

const text = fc.string({ unit: 'binary' });
const message = fc.record({ partition: fc.nat(), key: text, value: fc.option(text) });

describe('the messages of a row', () => {
  it('are read as they were written, whatever text they hold', () => {
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        expect(decode(encode(messages))).toEqual(messages);
      }),
    );
  });

  it('tell an empty value from none', () => {
    const both = [
      { partition: 1, key: 'a', value: '' },
      { partition: 2, key: '', value: null },
    ];
    expect(decode(encode(both))).toEqual(both);
  });

  it('are refused if the text ends within one', () => {
    const whole = encodeFrame(3, { key: 'car', value: 'a fix' });
    expect(() => decode(whole.slice(0, -1))).toThrow('damaged');
  });
});
