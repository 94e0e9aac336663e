import { z } from 'zod';
import { FAULTS, type FieldCode } from '../texts/fields.js';

/**
 * Reports a value that is missing, or of another type, as required. A plain text given to a schema would also be the
 * message of every limit without one of its own.
 */
export const ifMissing =
  (missing: FieldCode): z.core.$ZodErrorMap =>
  (found) =>
    found.code === 'invalid_type' && found.expected !== 'int' ? missing : undefined;

/** A number that must be there. */
export const requiredNumber = (missing: FieldCode) => z.number({ error: ifMissing(missing) });

/** A required id; 0 means none. */
export const requiredId = (missing: FieldCode) => requiredNumber(missing).int().positive(missing);

/** A country, by its numeric code of ISO 3166-1. */
export const countryId = requiredId(FAULTS.country).meta({ example: 380 });

/** A time (ISO 8601, with its distance from UTC) that must be there. */
export const instant = (missing: FieldCode) =>
  z.iso.datetime({
    offset: true,
    abort: true,
    error: ({ code, input }) => (code === 'invalid_type' || input === '' ? missing : FAULTS.time),
  });
