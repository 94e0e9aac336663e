import { describe, expect, it } from '@jest/globals';
import { kafkaMessage } from './message.js';

const keyOf = (key: string): string =>
  kafkaMessage({ key: Buffer.from(key), value: null, offset: '0', timestamp: '0' }).key;

describe('a message of Kafka', () => {
  it('has what the record has', () => {
    const record = { key: Buffer.from('7:12'), value: Buffer.from('{"é":1}'), offset: '9007199254740991' };
    const { key, value, bytes, offset, storedAt } = kafkaMessage({ ...record, timestamp: '1780747200100' });
    expect([key, value, bytes, offset, storedAt]).toEqual([
      '7:12',
      '{"é":1}',
      record.value,
      9_007_199_254_740_991,
      1_780_747_200_100,
    ]);
  });

  it('is a tombstone without a value, and has an empty key without one', () => {
    const { key, value, bytes } = kafkaMessage({ key: null, value: null, offset: '1', timestamp: '2' });
    expect([key, value, bytes]).toEqual(['', null, undefined]);
  });

  it('has its own key, however many others there are and of whatever kind', () => {
    const keys = Array.from({ length: 30_000 }, (_, index) => `${index % 97}:${index}`);
    const others = [
      '',
      'é',
      'è',
      '日本',
      '😀',
      'x'.repeat(64),
      'x'.repeat(65),
      'y'.repeat(70),
      '\u0000',
      '\u007f',
    ];
    for (const key of [...keys, ...others, ...keys, ...others]) expect(keyOf(key)).toBe(key);
  });
});
