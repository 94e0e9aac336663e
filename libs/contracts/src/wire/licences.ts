import { z } from 'zod';
import { LICENCES_MAX } from '../licences.js';
import { FAULTS } from '../texts/fields.js';
import { instant, requiredId, requiredNumber } from './required.js';

/**
 * Licences of institutions. Times are ISO 8601 UTC, both ends of a period included. A period that is given in days lasts
 * from the start of its first day to the end of its last in the time zone of the institution's country.
 */

const terms = {
  Total: requiredNumber(FAULTS.licenceTotal)
    .int(FAULTS.licenceTotalRange)
    .positive(FAULTS.licenceTotalRange)
    .max(LICENCES_MAX, FAULTS.licenceTotalRange),
  From: instant(FAULTS.from),
  To: instant(FAULTS.to),
};

/**
 * Body of POST /licenses/ and PUT /licenses/{id}. What is used is counted, not written: `Given` is taken and left.
 * `Former`, ours, is the licence as the sender has read it: if it has changed since, the edit is refused. Left out: the
 * last one wins.
 */
export const licenceRequest = z
  .object({
    ClubId: requiredId(FAULTS.institution),
    ...terms,
    Given: z.number().int().nonnegative().nullish(),
    Former: z.object(terms).optional(),
  })
  .refine(({ From, To }) => Date.parse(To) > Date.parse(From), {
    path: ['To'],
    message: FAULTS.toAfterFrom,
  });
export type LicenceRequest = z.infer<typeof licenceRequest>;

/** POST /licenses/ and PUT /licenses/{id} */
export interface LicenceAnswer {
  licId: number;
}

/** GET /licenses/, /licenses/{id}, /licenses/byClub/{id}, /licenses/Current/{id} and /licenses/byDate/{clubId}, newest period first. */
export interface LicenceRow {
  LicId: number;
  ClubId: number;
  /** Of the institution. */
  Name: string;
  /** Under both names that the specification gives it, as what is used of it. */
  Total: number;
  licTotal: number;
  /** Used by authorised competitors of events that start in the period. */
  Given: number;
  licLicenseGiven: number;
  From: string;
  To: string;
  /** Ours: the IANA time zone in which its days are counted. */
  TimeZone: string;
  /** Events that start in the period. */
  Events: number;
}

/** Query of GET /licenses/byDate/{clubId}: the licences whose period has a moment in common with this one. */
export const licencesByDateQuery = z.object({ from: instant(FAULTS.from), to: instant(FAULTS.to) });
