import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numbersOfField, shownGlyphs } from './car-numbers.js';

const written = (carNumbers: readonly string[]): string[] => {
  const { alphabet, glyphs, lengths } = numbersOfField(carNumbers);
  return carNumbers.map((_, i) => {
    const shown = shownGlyphs(glyphs[i * 2] ?? 0, glyphs[i * 2 + 1] ?? 0);
    expect(shown).toHaveLength(lengths[i] ?? -1);
    return shown.map((glyph) => alphabet[glyph - 1]).join('');
  });
};

describe('the numbers of a field', () => {
  it('are drawn as they are', () => {
    expect(written(['7', '10', '107', 'T-1000', '12345678'])).toEqual([
      '7',
      '10',
      '107',
      'T-1000',
      '12345678',
    ]);
  });

  it('end with an ellipsis where they are long', () => {
    expect(written(['123456789'])).toEqual(['1234567…']);
  });

  it('may be empty', () => {
    expect(written([' ', ''])).toEqual(['', '']);
  });

  it('are encoded once for each array', () => {
    const carNumbers = ['1', '2'];
    expect(numbersOfField(carNumbers)).toBe(numbersOfField(carNumbers));
  });

  it('hold any digits', () => {
    const number = fc.stringMatching(/^\d{1,8}$/);
    fc.assert(
      fc.property(fc.array(number), (carNumbers) => {
        expect(written(carNumbers)).toEqual(carNumbers);
      }),
    );
  });

  it('have a question mark for what is more than an alphabet', () => {
    const many = Array.from({ length: 80 }, (_, k) => String.fromCodePoint(0x100 + k));
    expect(written(many).filter((number) => number === '?').length).toBe(80 - 62);
  });
});
