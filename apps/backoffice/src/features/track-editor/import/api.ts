import type { PolylinesAnswer } from '@flagpost/contracts';
import { api } from '../../../shared/api.js';

const trackFileApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Decodes a file; nothing is stored. */
    uploadPolylines: build.mutation<PolylinesAnswer, { readonly eventId: number; readonly file: File }>({
      query: ({ eventId, file }) => {
        const body = new FormData();
        // Before the file: the server has read it when the file begins.
        body.append('EventId', String(eventId));
        body.append('file', file);
        return { url: '/commonServices/uploadPolylines', method: 'POST', body };
      },
    }),
  }),
});

export const { useUploadPolylinesMutation } = trackFileApi;
