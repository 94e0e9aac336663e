/** What react-router and RTK Query expect of a page and jsdom lacks, or has in a way that Node's fetch does not take: Node's. */
export const OF_NODE = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'FormData',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextDecoderStream',
  'TextEncoder',
  'TransformStream',
  'WritableStream',
  'fetch',
  'structuredClone',
];
