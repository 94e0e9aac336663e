import { expect, it } from '@jest/globals';
import { raceLine, type DriveTrack } from '@flagpost/track-geometry';
import { EMPTY_DOCUMENT } from '../../../testing/track.js';
import type { TrackDocument } from '../model/document.js';
import { withDrive } from './with-drive.js';

const at = (lng: number) => ({ lat: 44.6, lng });
const TRACK: DriveTrack = {
  line: [at(8.1), at(8.2)],
  start: at(8.1),
  finish: at(8.2),
  laps: 0,
  errorM: 0,
  isClosed: false,
};

it('adds a driven track as the race line, and leaves what is drawn', () => {
  const before: TrackDocument = {
    ...EMPTY_DOCUMENT,
    lines: [{ id: '1', points: [at(9), at(9.1)] }],
    finish: at(9),
    boxes: [at(9), at(9.1), at(9.2), at(9)],
  };
  const after = withDrive(before, TRACK);
  expect(after.lines.map(({ points }) => points)).toEqual([[at(9), at(9.1)], TRACK.line]);
  expect([after.start, after.finish, after.boxes]).toEqual([TRACK.start, TRACK.finish, before.boxes]);
  expect(
    raceLine(
      after.lines.map(({ points }) => points),
      after.finish,
    ),
  ).toBe(1);
});
