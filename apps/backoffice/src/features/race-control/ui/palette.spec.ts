import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { CAR_LOOKS } from '@flagpost/contracts';
import type { MapPalette } from '@flagpost/map-layers';
import { contrast, faceOf, numberInk } from '@flagpost/map-layers/car-face';
import { tokensOf } from '../../../testing/read-tokens.js';
import { THEMES } from '../../../shared/theme/theme.js';
import { rgbaOf, VARIABLES } from './palette.js';

const sheet = readFileSync(new URL('../../../shared/theme/tokens.css', import.meta.url), 'utf8');

describe.each(THEMES)('the marks of cars in the %s theme', (theme) => {
  const tokens = tokensOf(sheet, theme);
  const palette = Object.fromEntries(
    Object.entries(VARIABLES).map(([name, variable]) => [name, rgbaOf(tokens.get(variable) ?? '')]),
  ) as MapPalette;

  it.each(CAR_LOOKS.map((look) => [look]))('have a number that is read on %s', (look) => {
    const ground = palette[faceOf(look).numberGround];
    expect(contrast(palette[numberInk(look, palette)], ground)).toBeGreaterThanOrEqual(4.5);
  });

  it('have the red of the specification, however bright it is around', () => {
    expect(palette.red).toEqual([209, 23, 31, 255]);
  });
});
