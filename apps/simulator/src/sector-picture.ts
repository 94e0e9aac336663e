import { crc32, deflateSync } from 'node:zlib';
import type { LatLng } from '@flagpost/contracts';
import { localPlane } from '@flagpost/telemetry';

/** A picture of a sector as a PNG: the track, and the sector's stretch of it. Without a canvas, as Node has none. */

const WIDTH = 320;
const HEIGHT = 240;
const MARGIN = 24;
/** Colours of the palette, by index: ground, track, stretch. */
const PALETTE = [0xe8, 0xec, 0xe6, 0x8a, 0x92, 0x8c, 0x6d, 0x28, 0xd9];
const TRACK = { colour: 1, radius: 3 } as const;
const STRETCH = { colour: 2, radius: 5 } as const;

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

/** One byte of palette index for each pixel, rows from the top. */
const png = (pixels: Uint8Array): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 3], 8);
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1)
    rows.set(pixels.subarray(y * WIDTH, (y + 1) * WIDTH), y * (WIDTH + 1) + 1);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(PALETTE)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

type Pixel = readonly [x: number, y: number];

/** Where the places of a line lie in a picture that shows all of it, north above. */
const placing = (line: readonly LatLng[]): ((at: LatLng) => Pixel) => {
  const [first = { lat: 0, lng: 0 }] = line;
  const plane = localPlane(first.lat, first.lng);
  const metres = ({ lat, lng }: LatLng): Pixel => [
    (lng - plane.lng) * plane.metresPerLng,
    (lat - plane.lat) * plane.metresPerLat,
  ];
  const east = line.map((at) => metres(at)[0]);
  const north = line.map((at) => metres(at)[1]);
  const [left, right] = [Math.min(...east), Math.max(...east)];
  const [low, high] = [Math.min(...north), Math.max(...north)];
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(1, right - left),
    (HEIGHT - 2 * MARGIN) / Math.max(1, high - low),
  );
  return (at) => {
    const [x, y] = metres(at);
    return [WIDTH / 2 + (x - (left + right) / 2) * scale, HEIGHT / 2 - (y - (low + high) / 2) * scale];
  };
};

const dot = (pixels: Uint8Array, [x, y]: Pixel, { colour, radius }: typeof TRACK | typeof STRETCH): void => {
  for (let dy = -radius; dy <= radius; dy += 1)
    for (let dx = -radius; dx <= radius; dx += 1)
      if (dx * dx + dy * dy <= radius * radius)
        pixels[(Math.round(y) + dy) * WIDTH + Math.round(x) + dx] = colour;
};

const draw = (pixels: Uint8Array, points: readonly Pixel[], pen: typeof TRACK | typeof STRETCH): void => {
  points.slice(1).forEach((to, index) => {
    const from = points[index] ?? to;
    const steps = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1])) || 1;
    for (let step = 0; step <= steps; step += 1)
      dot(
        pixels,
        [from[0] + ((to[0] - from[0]) * step) / steps, from[1] + ((to[1] - from[1]) * step) / steps],
        pen,
      );
  });
};

/** @param stretch a part of the line */
export const sectorPicture = (line: readonly LatLng[], stretch: readonly LatLng[]): Buffer => {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  const place = placing(line);
  draw(pixels, line.map(place), TRACK);
  draw(pixels, stretch.map(place), STRETCH);
  return png(pixels);
};
