import { z } from 'zod';
import { latLng, type LatLng } from '../geo.js';
import { LIMITS } from '../limits.js';
import { FAULTS } from '../texts/fields.js';
import { requiredNumber } from './required.js';
import { requiredLine } from './text.js';

/** Sectors of a track. */

const sector = z.object({
  Number: requiredNumber(FAULTS.sectorNumber).int().positive(FAULTS.sectorNumber).max(9_999),
  /** The `fileName` of an upload. Sectors of earlier releases have none. */
  Picpath: requiredLine(LIMITS.imagePath, FAULTS.sectorPicture),
  /** Of no account if the sector has a stretch: its length is answered then. */
  Kms: z.number().nonnegative().max(1_000),
  TraId: z.number().int().positive(),
  /** Ours: the two gates of its stretch, which is the race line between them; null or left out: it has none. */
  From: latLng.nullish(),
  To: latLng.nullish(),
  /**
   * Of PUT, ours: the sector as the sender has read it. If somebody has changed it since, the request is refused; left out, the
   * last one wins.
   */
  Former: z
    .object({
      Number: z.number(),
      Picpath: z.string().max(LIMITS.imagePath).nullable(),
      Kms: z.number(),
      From: latLng.nullable(),
      To: latLng.nullable(),
    })
    .optional(),
});

const hasBothGates = ({ From, To }: Pick<z.infer<typeof sector>, 'From' | 'To'>): boolean =>
  (From == null) === (To == null);

/** Body of POST /sectors/ and PUT /sectors/{id}. A track has the id of its event. */
export const sectorRequest = sector.refine(hasBothGates, { path: ['To'], message: FAULTS.sectorGates });
export type SectorRequest = z.infer<typeof sectorRequest>;

/** POST /commonServices/uploadSectorPic/ */
export interface SectorPictureAnswer {
  /** Where the picture is, under `/api/`. */
  fileName: string;
}

/** DELETE /sectors/{id} */
export interface SectorAnswer {
  secId: number;
}

/** GET /sectors/, GET /sectors/{id}, and by number GET /sectors/byTrack/{trackId} */
export interface SectorRow {
  secId: number;
  secNumber: number;
  /** Under `/api/`; null: no picture. */
  secPicpath: string | null;
  /** Of its stretch on the race line as it is now, if it has one. */
  Kms: number;
  traId: number;
  /** Ours: the gates of its stretch as they were set; null if it has none. */
  From: LatLng | null;
  To: LatLng | null;
  /** Ours: distance of the farther gate from the race line, metres; null without a stretch or a line. */
  OffM: number | null;
}
