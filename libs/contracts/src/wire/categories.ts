import { z } from 'zod';
import { LIMITS } from '../limits.js';
import { FAULTS } from '../texts/fields.js';
import { requiredLine } from './text.js';

/** Categories of a club. */

export const categoryRequest = z.object({
  Name: requiredLine(LIMITS.name, FAULTS.name),
  ClubId: z.number().int().nonnegative().nullish(),
});
/**
 * Body of PUT /driverCategories/{id}. `Former`, ours, is the category as the sender has read it: if somebody has renamed it since,
 * the request is refused; left out, the last one wins.
 */
export const categoryNameRequest = categoryRequest.extend({
  Former: z.object({ catName: z.string().max(LIMITS.name) }).optional(),
});
export type CategoryNameRequest = z.infer<typeof categoryNameRequest>;
export type CategoryRequest = z.infer<typeof categoryRequest>;

/** POST /driverCategories/, GET, PUT and DELETE /driverCategories/{id} */
export interface CategoryAnswer {
  catId: number;
  catName: string;
  cluId: number;
}

/** GET /events/categories/{id} and GET /driverCategories/IdDescriptionByEvent/{id}. */
export interface CategoryOption {
  Id: number;
  Description: string;
  selected: boolean;
}
