import { expect, it } from '@jest/globals';
import { describeRecorded } from '@flagpost/testing/describe-recorded';
import { lengthM } from '../line.js';
import { apartFrom, circuits, driveAlong } from '../testing/drives.js';
import { trackFromDrive } from './track-from-drive.js';

describeRecorded('simulated drives round every known circuit, 3 m noise at 1 Hz,', () => {
  it.each([
    [1.05, 30],
    [3, 60],
    [5.3, 50],
  ])('%d laps at %d m/s, are within 3 m mean of its line', (laps, mps) => {
    const all = circuits();
    expect(all).toHaveLength(40);
    const means = all.map(([id, known], i) => {
      const fixes = driveAlong(known, {
        laps,
        mps,
        noiseM: 3,
        seed: 17 + i,
        fromM: 0.37 * lengthM(known),
        t: Date.UTC(2026, 4, 9, 8),
      });
      const track = trackFromDrive(fixes);
      expect([id, track.isClosed]).toEqual([id, true]);
      return Math.max(apartFrom(known, track.line).meanM, apartFrom(track.line, known).meanM);
    });
    expect(Math.max(...means)).toBeLessThan(3);
    expect(means.reduce((sum, mean) => sum + mean, 0) / means.length).toBeLessThan(2);
  });
});
