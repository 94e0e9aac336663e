import type { SectorAnswer, SectorPictureAnswer, SectorRequest, SectorRow } from '@flagpost/contracts';
import { api } from '../../shared/api.js';
import { command } from '../../shared/idempotency-key.js';

/** Sectors belong to the route of their event. */
const CHANGED = ['Route', 'Event'] as const;

export const sectorsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sector: build.query<SectorRow, number>({ query: (id) => `/sectors/${id}` }),
    createSector: build.mutation<SectorRow, SectorRequest>({
      query: (body) => command('POST', '/sectors/', body),
      invalidatesTags: CHANGED,
    }),
    editSector: build.mutation<SectorRow, { id: number; body: SectorRequest }>({
      query: ({ id, body }) => command('PUT', `/sectors/${id}`, body),
      invalidatesTags: CHANGED,
    }),
    deleteSector: build.mutation<SectorAnswer, number>({
      query: (id) => command('DELETE', `/sectors/${id}`),
      invalidatesTags: CHANGED,
    }),
    /** Stored without a sector until one is saved with it. */
    uploadSectorPicture: build.mutation<SectorPictureAnswer, Blob>({
      query: (file) => {
        const body = new FormData();
        body.append('file', file);
        return { url: '/commonServices/uploadSectorPic/', method: 'POST', body };
      },
    }),
  }),
});
