import { z } from 'zod';
import { FAULTS } from '@flagpost/contracts';

/** A time in a query: ISO 8601 with a zone, as epoch ms. */
export const instant = z.iso
  .datetime({ offset: true, error: FAULTS.time })
  .transform((text) => Date.parse(text));
