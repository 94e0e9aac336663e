import type { RacePoi } from './types.js';

/** Characters of the font 'primeicons', which the application loads. */
export const POI_GLYPHS: Record<RacePoi['icon'], string> = {
  /** map-marker */
  location: '\ue968',
  /** heart */
  ambulancia: '\ue984',
  /** flag */
  banderillero: '\ue9c4',
  /** user */
  bomberoapie: '\ue939',
  /** truck */
  bomberomotorizado: '\uea00',
  /** wrench */
  rescate: '\ue9ff',
  /** car */
  safetycar: '\ue9cd',
};
