import type { ResizeOptions, Sharp, SharpOptions } from 'sharp';
import { mutex } from '@flagpost/platform';
import { ValidationError } from './validation-error.js';

/** Larger images are decompression bombs. */
const MOST_PIXELS = 50_000_000;

/** The loaders of libvips that are allowed; other formats are refused before they are parsed. */
const READ = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];

type MakeImage = (bytes: Uint8Array, options: SharpOptions) => Sharp;
let loading: Promise<MakeImage> | null = null;
/** Loaded at the first upload. */
const loadSharp = async (): Promise<MakeImage> => {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READ });
  sharp.cache(false);
  return sharp;
};

/** One at a time: each may need some hundred megabytes. */
const runExclusive = mutex();

/**
 * Converts an upload to an image of this size, regardless of its declared type: rotated upright, and without metadata such
 * as the location.
 *
 * @throws {ValidationError} unless it is a readable PNG, JPEG or WebP
 */
export const storedImage = async (
  upload: Uint8Array,
  size: ResizeOptions,
  format: 'webp' | 'png' = 'webp',
): Promise<Uint8Array> => {
  const makeImage = await (loading ??= loadSharp());
  return runExclusive(async () => {
    try {
      return await makeImage(upload, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
        .autoOrient()
        .resize(size)
        .toFormat(format)
        .toBuffer();
    } catch {
      throw new ValidationError({ file: 'notAnImage' });
    }
  });
};
