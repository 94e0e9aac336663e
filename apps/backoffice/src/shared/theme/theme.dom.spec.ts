import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { laraOnTokens } from './lara-theme.js';
import { tokensOf } from '../../testing/read-tokens.js';
import { THEMES, type Theme } from './theme.js';

const sheet = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const valuesOf = (theme: string): Map<string, string> => tokensOf(sheet, theme);
const lara = readFileSync(
  createRequire(import.meta.url).resolve('primereact/resources/themes/lara-light-purple/theme.css'),
  'utf8',
);

const luminance = (hex: string): number => {
  const channel = (at: number): number => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
};
const contrast = (a: string, b: string): number => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};

const TEXT_ON_GROUND: [string, string][] = [
  ...['--surface-ground', '--surface-card', '--surface-sunken', '--surface-hover'].flatMap(
    (ground): [string, string][] => [
      ['--text', ground],
      ['--text-muted', ground],
    ],
  ),
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-hover'],
  ...['--accent-text', '--danger-text', '--warning-text', '--success-text', '--info-text'].map(
    (text): [string, string] => [text, '--surface-card'],
  ),
  ['--accent-soft-text', '--accent-soft'],
  ['--danger-text', '--danger-soft'],
  ['--warning-text', '--warning-soft'],
  ['--success-text', '--success-soft'],
  ['--info-text', '--info-soft'],
  ['--on-accent', '--danger'],
  ['--surface-card', '--neutral'],
  ['--map-text', '--map-ground'],
  ['--race-on-red', '--race-red'],
  ['--race-on-light', '--race-yellow'],
  ['--race-on-light', '--race-green'],
  ['--race-on-dark', '--race-default'],
];

const TEXT_CONTRAST: Record<Theme, number> = { light: 4.5, dark: 4.5, daylight: 7 };

describe.each(THEMES)('the %s theme', (theme) => {
  const values = valuesOf(theme);

  it.each(TEXT_ON_GROUND)('reads %s on %s', (text, ground) => {
    const found = contrast(values.get(text) ?? '', values.get(ground) ?? '');
    expect(found).toBeGreaterThanOrEqual(TEXT_CONTRAST[theme]);
  });

  it('has a value for every name that another theme has', () => {
    const names = (one: Theme): string[] => [...valuesOf(one).keys()].sort();
    expect(names(theme)).toEqual(names('light'));
  });

  it('draws the lines of controls so that they are seen', () => {
    const line = values.get('--border-strong') ?? '';
    expect(contrast(line, values.get('--surface-card') ?? '')).toBeGreaterThanOrEqual(3);
  });
});

describe("PrimeReact's sheet", () => {
  const sheet = laraOnTokens(lara);

  it('holds no colour of its own', () => {
    expect(sheet).not.toMatch(/#[0-9a-f]{3,8}\b|rgba?\(/i);
  });

  it('asks for no token that no theme has', () => {
    const asked = new Set([...sheet.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));
    const unknown = [...asked].filter((name) => !valuesOf('light').has(name));
    expect(unknown).toEqual([]);
  });

  it('stops at a colour that nobody has decided', () => {
    expect(() => laraOnTokens('.p-button { color: #123456 }')).toThrow('No token for #123456');
  });
});

it('scroll bars have colours of the theme in Firefox too, and a thumb that is seen', () => {
  const base = readFileSync(new URL('./base.css', import.meta.url), 'utf8');
  const [, thumb = '', track = ''] = /scrollbar-color: var\((.+?)\) var\((.+?)\);/.exec(base) ?? [];
  for (const theme of THEMES) {
    const values = valuesOf(theme);
    expect(contrast(values.get(thumb) ?? '', values.get(track) ?? '')).toBeGreaterThanOrEqual(2.5);
  }
});
