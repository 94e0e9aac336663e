import type { PastStory, Truth } from '@flagpost/contracts';
import { api } from '../../shared/api.js';

interface SpanAsked {
  eventId: number;
  truth: Truth;
  /** Epoch ms. */
  from: number;
  to: number;
}

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
  }),
});

export const { useStoryQuery } = historyApi;
