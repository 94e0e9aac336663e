import { expect, it } from '@jest/globals';
import { warningText } from './track-warnings.js';

it('has a sentence for each warning about a route, with its figures', () => {
  expect(warningText({ code: 'finishTwice', radiusM: 60, times: 2, besideM: 34.98, fittingM: 28 })).toBe(
    'One lap would count 2 times: the race line comes back to the finish circle of 60 m, 35 m from the finish. A Finish Radius of 28 m would count it once.',
  );
  expect(warningText({ code: 'finishTwice', radiusM: 60, times: 2, besideM: 0, fittingM: null })).toMatch(
    /No smaller Finish Radius would count it once: place the finish elsewhere\.$/,
  );
  expect(warningText({ code: 'startNearFinish', radiusM: 30, apartM: 40.4, leastM: 60 })).toMatch(
    /^Start and finish are 40 m apart\..*60 m/,
  );
  expect(warningText({ code: 'boxesOverFinish', radiusM: 30, offM: 20.2 })).toMatch(
    /^The boxes are 20 m from/,
  );
  expect(warningText({ code: 'boxesOverFinish', radiusM: 30, offM: 0 })).toMatch(
    /^The finish lies in the boxes/,
  );
  expect(warningText({ code: 'finishOffLine', radiusM: 30, offM: 45 })).toMatch(
    /^The finish is 45 m off the race line, outside its circle of 30 m/,
  );
});
