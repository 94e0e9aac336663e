import { inflateSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { sectorPicture } from './sector-picture.js';

const line = [
  { lat: 44, lng: 8 },
  { lat: 44, lng: 8.01 },
  { lat: 44.005, lng: 8.01 },
];

/** Number of pixels by palette index. */
const coloured = (png: Buffer): number[] => {
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const width = png.readUInt32BE(png.indexOf('IHDR') + 4);
  const counts = [0, 0, 0];
  rows.forEach((index, offset) => {
    if (offset % (width + 1) > 0) counts[index] = (counts[index] ?? 0) + 1;
  });
  return counts;
};

it('draws the whole track and above it the stretch', () => {
  const [ground = 0, track = 0, stretch = 0] = coloured(sectorPicture(line, line.slice(0, 2)));
  expect(ground + track + stretch).toBe(320 * 240);
  expect(stretch).toBeGreaterThan(0);
  expect(track).toBeGreaterThan(0);
  const [, , all = 0] = coloured(sectorPicture(line, line));
  expect(all).toBeGreaterThan(stretch);
});
