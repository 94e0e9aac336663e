import type { CategoryOption } from '@flagpost/contracts';
import type { CategoryEvent } from '@flagpost/domain';
import { projection, type ReadModels } from '@flagpost/read-models';

const VIEW = 'categories';

export interface CategoryDocument {
  readonly categoryId: number;
  readonly clubId: number;
  readonly name: string;
}

export const categoriesProjection = projection<CategoryEvent>({
  name: 'categories',
  version: 1,
  views: [VIEW],
  indexes: { [VIEW]: [{ categoryId: 1 }, { clubId: 1, name: 1 }] },
  on: {
    CategoryCreated: async ({ data }, views) => {
      await views<CategoryDocument>(VIEW).put(data.categoryId, data);
    },
    CategoryRenamed: async ({ data }, views) => {
      await views<CategoryDocument>(VIEW).patch(data.categoryId, { name: data.name });
    },
    CategoryDeleted: async ({ data }, views) => {
      await views<CategoryDocument>(VIEW).delete(data.categoryId);
    },
  },
});

export const categoryReads = (readModels: ReadModels) => {
  const view = readModels.view<CategoryDocument>(VIEW);
  return {
    get: (categoryId: number) => view.get(categoryId),
    getMany: (categoryIds: readonly number[]) =>
      view.find({ categoryId: { $in: categoryIds } }, { sort: { name: 1 } }),
    ofClub: (clubId: number) => view.find({ clubId }, { sort: { name: 1 } }),
  };
};

/** The categories of an event, in order of name. */
export const categoryOptions = async (
  readModels: ReadModels,
  event: { readonly categoryIds: readonly number[] },
): Promise<CategoryOption[]> =>
  (await categoryReads(readModels).getMany(event.categoryIds)).map(({ categoryId, name }) => ({
    Id: categoryId,
    Description: name,
    selected: true,
  }));
