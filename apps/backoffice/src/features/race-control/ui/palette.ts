import type { MapPalette, Rgba } from '@flagpost/map-layers';
import type { Theme } from '../../../shared/theme/theme.js';
import { useShownTheme } from '../../../shared/theme/use-theme.js';

export const VARIABLES: Record<keyof MapPalette, string> = {
  ground: '--map-ground',
  land: '--map-land',
  grid: '--map-grid',
  text: '--map-text',
  textHalo: '--map-text-halo',
  track: '--map-track',
  trackCasing: '--map-track-casing',
  boxes: '--map-boxes',
  poi: '--map-poi',
  poiGlyph: '--map-poi-glyph',
  route: '--map-route',
  stage: '--map-stage',
  stretch1: '--map-stretch-1',
  stretch2: '--map-stretch-2',
  stretch3: '--map-stretch-3',
  stretch4: '--map-stretch-4',
  stretch5: '--map-stretch-5',
  stretch6: '--map-stretch-6',
  selection: '--accent',
  carCasing: '--car-casing',
  carHairline: '--car-hairline',
  carDefault: '--race-default',
  carOffline: '--race-offline',
  red: '--mark-red',
  yellow: '--race-yellow',
  green: '--race-green',
  white: '--race-white',
  black: '--race-black',
  blue: '--race-blue',
};

/** Of '#rrggbb', which is how the tokens that the map draws with are written, or of '#rgb', which a build makes of some. */
export const rgbaOf = (hex: string): Rgba => {
  const digits = hex.trim().slice(1);
  const value = Number.parseInt(digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255, 255];
};

/** The tokens that hold for an element, as the map's layers need them. */
export const readPalette = (element: Element): MapPalette => {
  const style = window.getComputedStyle(element);
  const entries = Object.entries(VARIABLES).map(([name, variable]) => [
    name,
    rgbaOf(style.getPropertyValue(variable)),
  ]);
  return Object.fromEntries(entries) as MapPalette;
};

const palettes = new Map<Theme, MapPalette>();

/** Of the theme that is shown, read once. */
const paletteOf = (theme: Theme): MapPalette => {
  const palette = palettes.get(theme) ?? readPalette(document.documentElement);
  palettes.set(theme, palette);
  return palette;
};

/** The tokens of the theme that is shown, as the map's layers need them. */
export const usePalette = (): MapPalette => paletteOf(useShownTheme());
