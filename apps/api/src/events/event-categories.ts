import { refuse } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { categoryReads } from '../views/categories.projection.js';

/** Each once. @throws {DomainError} category.missing, also for another club's */
export const requireCategories = async (
  readModels: ReadModels,
  clubId: number,
  ids: readonly number[],
): Promise<readonly number[]> => {
  const categoryIds = [...new Set(ids)];
  const categories = await categoryReads(readModels).getMany(categoryIds);
  if (categories.filter((each) => each.clubId === clubId).length < categoryIds.length)
    refuse('category.missing');
  return categoryIds;
};
