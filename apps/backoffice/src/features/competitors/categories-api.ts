import type {
  CategoryAnswer,
  CategoryNameRequest,
  CategoryOption,
  CategoryRequest,
} from '@flagpost/contracts';
import { api } from '../../shared/api.js';
import { command } from '../../shared/idempotency-key.js';

export const categoriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    categoriesOfClub: build.query<CategoryOption[], number>({
      query: (clubId) => `/driverCategories/IdDescriptionByClub/${clubId}`,
      providesTags: ['Categories'],
    }),
    createCategory: build.mutation<CategoryAnswer, CategoryRequest>({
      query: (body) => command('POST', '/driverCategories/', body),
      invalidatesTags: ['Categories'],
    }),
    renameCategory: build.mutation<CategoryAnswer, { id: number; body: CategoryNameRequest }>({
      query: ({ id, body }) => command('PUT', `/driverCategories/${id}`, body),
      invalidatesTags: ['Categories'],
    }),
    deleteCategory: build.mutation<CategoryAnswer, number>({
      query: (id) => command('DELETE', `/driverCategories/${id}`),
      invalidatesTags: ['Categories'],
    }),
  }),
});

export const { useCategoriesOfClubQuery } = categoriesApi;
