import type { ImportAnswer, ImportEncoding, ImportField, ImportProgressAnswer } from '@flagpost/contracts';
import { api } from '../../../shared/api.js';

/** The fields sent with a file. */
export interface Choices {
  readonly hasHeader: boolean;
  /** Left out, the server proposes. */
  readonly mapping?: readonly (ImportField | null)[];
  readonly fill?: Readonly<Partial<Record<ImportField, string>>>;
  readonly encoding?: ImportEncoding;
}

interface Upload extends Choices {
  readonly eventId: number;
  readonly file: File;
}

const formOf = ({ eventId, hasHeader, mapping, fill, encoding }: Upload): FormData => {
  const body = new FormData();
  // Fields before the file: the server has read them when it begins.
  body.append('EventId', String(eventId));
  body.append('DataWithHeader', String(hasHeader));
  if (mapping !== undefined) body.append('Mapping', JSON.stringify(mapping));
  if (fill !== undefined) body.append('Fill', JSON.stringify(fill));
  if (encoding !== undefined) body.append('Encoding', encoding);
  return body;
};

const importApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewImport: build.mutation<ImportAnswer, Upload>({
      query: (upload) => {
        const body = formOf(upload);
        body.append('Preview', 'true');
        body.append('file', upload.file);
        return { url: '/commonServices/uploadInvitations/', method: 'POST', body };
      },
    }),
    importCompetitors: build.mutation<ImportAnswer, Upload & { readonly mode: 'all' | 'good' }>({
      query: (upload) => {
        const body = formOf(upload);
        body.append('Mode', upload.mode);
        body.append('file', upload.file);
        return { url: '/commonServices/uploadInvitations/', method: 'POST', body };
      },
      // Also after a failure: some rows may have been stored before it.
      invalidatesTags: ['Competitors', 'Event'],
    }),
    importProgress: build.query<ImportProgressAnswer, number>({
      query: (eventId) => `/commonServices/importProgress/${eventId}`,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { usePreviewImportMutation, useImportCompetitorsMutation, useImportProgressQuery } = importApi;
