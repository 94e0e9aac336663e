import type { SectorPictureAnswer, SectorRequest, SectorRow } from '@flagpost/contracts';
import type { Requests } from './harness.js';

/** A PNG of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Uploads a picture for a sector. */
export const aPicture = async (who: Requests): Promise<string> => {
  const answer = await who.upload('/commonServices/uploadSectorPic/').attach('file', PIXEL, 'sector.png');
  return (answer.body as SectorPictureAnswer).fileName;
};

/** Body of a sector with a picture of its own. */
export const sectorBody = async (
  who: Requests,
  TraId: number,
  Number: number,
  changes: Partial<SectorRequest> = {},
): Promise<SectorRequest> => ({ Number, Kms: 2.5, TraId, Picpath: await aPicture(who), ...changes });

export const aSector = async (who: Requests, eventId: number, number: number): Promise<SectorRow> =>
  (await who.post('/sectors/', await sectorBody(who, eventId, number))).body as SectorRow;
