/** Answers the calls of one spec and records them. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
  /** Of the call: aborted when the page has given it up. */
  signal: AbortSignal;
}

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'nothing';

const givenUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

const isJson = ({ headers }: Request): boolean => headers.get('content-type')?.includes('json') === true;

export const answerCalls = (answer: (asked: Asked) => Answer | Promise<Answer>): Asked[] => {
  const calls: Asked[] = [];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const text = await request.text();
    const asked: Asked = {
      method: request.method,
      path: new URL(request.url).pathname,
      query: new URL(request.url).searchParams,
      headers: request.headers,
      signal: request.signal,
      body: isJson(request) ? JSON.parse(text) : text || null,
    };
    calls.push(asked);
    const answered = await Promise.race([answer(asked), givenUp(request.signal)]);
    if (answered === 'nothing') throw new TypeError('Failed to fetch');
    const { status, headers = {} } = answered;
    return Response.json(answered.body ?? null, { status, headers });
  };
  return calls;
};

/** An answer that the spec gives later. */
export const heldAnswer = (): {
  readonly answer: Promise<Answer>;
  readonly give: (answer: Answer) => void;
} => {
  let give: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => (give = resolve));
  return { answer, give };
};
