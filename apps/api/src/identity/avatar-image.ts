import type { Sharp, SharpOptions } from 'sharp';
import { AVATAR } from '@flagpost/contracts';
import { mutex } from '@flagpost/platform';
import { ValidationError } from '../http/validation-error.js';

/** More is no portrait, but a small file that unfolds. */
const MOST_PIXELS = 50_000_000;

/** Of all that libvips can read, what is asked for: the rest is refused before any of it is parsed. */
const READ = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];

type MakeImage = (bytes: Uint8Array, options: SharpOptions) => Sharp;
let loading: Promise<MakeImage> | null = null;
/** Loaded by the first upload: it is of no use to anything else. */
const loadSharp = async (): Promise<MakeImage> => {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READ });
  sharp.cache(false);
  return sharp;
};

/** One at a time: each may take some hundred megabytes for a moment. */
const inTurn = mutex();

/**
 * A square WebP of what was uploaded, whatever it calls itself: cut at the sides, upright, and without what cameras write
 * beside the picture, such as where it was taken.
 *
 * @throws {ValidationError} where it is no PNG, JPEG or WebP that can be read.
 */
export const avatarOf = async (upload: Uint8Array): Promise<Uint8Array> => {
  const makeImage = await (loading ??= loadSharp());
  return inTurn(async () => {
    try {
      return await makeImage(upload, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
        .autoOrient()
        .resize(AVATAR.sidePx, AVATAR.sidePx, { fit: 'cover' })
        .webp()
        .toBuffer();
    } catch {
      throw new ValidationError({ file: 'notAnImage' });
    }
  });
};
