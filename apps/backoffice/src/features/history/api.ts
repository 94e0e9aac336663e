import type {
  DistancesAnswer,
  FlagResponseAnswer,
  PassesAnswer,
  PastExportAnswer,
  PastStory,
  PositionsExportRequest,
  ScreenExportRequest,
  Truth,
} from '@flagpost/contracts';
import { api } from '../../shared/api.js';

interface SpanAsked {
  eventId: number;
  truth: Truth;
  /** Epoch ms. */
  from: number;
  to: number;
}

/** In a sector, in an area by its corners, or between two points of the race line. */
export type PartAsked = { sector: string } | { area: string } | { fromM: number; toM: number };

const LETTERS_AT_ONCE = 8_192;

/** Bytes as a text of as many letters: what Redux keeps must be plain. */
const textOf = (bytes: Uint8Array): string => {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += LETTERS_AT_ONCE)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + LETTERS_AT_ONCE)));
  return parts.join('');
};
export const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const iso = (epochMs: number): string => new Date(epochMs).toISOString();

/** The name that the server gives to a file. */
export const fileNameIn = (disposition: string | null): string => {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '') ?? [];
  return encoded === undefined ? '' : decodeURIComponent(encoded);
};

export const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    story: build.query<PastStory, number>({
      query: (eventId) => `/history/${eventId}/story`,
      keepUnusedDataFor: 0,
    }),
    /** Packed; decoded and kept by the replay, so not here. */
    span: build.query<string, SpanAsked>({
      query: ({ eventId, truth, from, to }) => ({
        url: `/history/${eventId}/span`,
        params: { from: iso(from), to: iso(to), truth },
        responseHandler: async (answer) =>
          answer.ok ? textOf(new Uint8Array(await answer.arrayBuffer())) : ((await answer.json()) as unknown),
      }),
      keepUnusedDataFor: 0,
    }),
    distances: build.query<
      DistancesAnswer,
      { eventId: number; truth: Truth; instant: number; car: number; other: number | undefined }
    >({
      query: ({ eventId, instant, other, ...asked }) => ({
        url: `/history/${eventId}/distances`,
        params: { instant: iso(instant), ...asked, ...(other !== undefined && { other }) },
      }),
      keepUnusedDataFor: 0,
    }),
    passes: build.query<PassesAnswer, SpanAsked & PartAsked>({
      query: ({ eventId, from, to, ...asked }) => ({
        url: `/history/${eventId}/passes`,
        params: { from: iso(from), to: iso(to), ...asked },
      }),
      keepUnusedDataFor: 0,
    }),
    flagResponse: build.query<
      FlagResponseAnswer,
      { eventId: number; truth: Truth; flagId: number; slower: number }
    >({
      query: ({ eventId, flagId, ...params }) => ({
        url: `/history/${eventId}/flags/${flagId}/response`,
        params,
      }),
      keepUnusedDataFor: 0,
    }),
    /** An object URL, which the caller revokes, and the name of the file. */
    exportPositions: build.mutation<
      { url: string; name: string },
      { eventId: number; request: PositionsExportRequest }
    >({
      query: ({ eventId, request }) => ({
        url: `/history/${eventId}/exports/positions`,
        method: 'POST',
        body: request,
        responseHandler: async (answer) =>
          answer.ok
            ? {
                url: URL.createObjectURL(await answer.blob()),
                name: fileNameIn(answer.headers.get('Content-Disposition')),
              }
            : ((await answer.json()) as unknown),
      }),
    }),
    recordExport: build.mutation<PastExportAnswer, { eventId: number; request: ScreenExportRequest }>({
      query: ({ eventId, request }) => ({
        url: `/history/${eventId}/exports`,
        method: 'POST',
        body: request,
      }),
    }),
  }),
});

export const {
  useStoryQuery,
  useLazyDistancesQuery,
  useLazyPassesQuery,
  useLazyFlagResponseQuery,
  useExportPositionsMutation,
  useRecordExportMutation,
} = historyApi;
