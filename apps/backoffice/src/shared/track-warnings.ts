import type { RouteWarning } from '@flagpost/track-geometry';
import { TEXTS } from './texts/track-geometry.js';

const TEXT = TEXTS.trackGeometry.warnings;

/** A warning about a route in words, with what would mend it. */
export const warningText = (warning: RouteWarning): string => {
  const radiusM = warning.radiusM;
  switch (warning.code) {
    case 'finishTwice': {
      const { times, besideM, fittingM } = warning;
      const advice = fittingM === null ? TEXT.noneFitting : TEXT.fitting(fittingM);
      return `${TEXT.finishTwice(times, radiusM, Math.round(besideM))} ${advice}`;
    }
    case 'startNearFinish':
      return TEXT.startNearFinish(Math.round(warning.apartM), Math.round(warning.leastM));
    case 'boxesOverFinish':
      return warning.offM === 0
        ? TEXT.finishInBoxes
        : TEXT.boxesOverFinish(Math.round(warning.offM), radiusM);
    case 'finishOffLine':
      return TEXT.finishOffLine(Math.round(warning.offM), radiusM);
    default:
      return warning satisfies never;
  }
};
