/** Answers the calls of one spec, and keeps what was asked. */
export interface Asked {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

export type Answer = { status: number; body?: unknown } | 'nothing';

export const answerCalls = (answer: (asked: Asked) => Answer | Promise<Answer>): Asked[] => {
  const calls: Asked[] = [];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const text = await request.text();
    const asked: Asked = {
      method: request.method,
      path: new URL(request.url).pathname,
      headers: request.headers,
      body: text === '' ? null : JSON.parse(text),
    };
    calls.push(asked);
    const answered = await answer(asked);
    if (answered === 'nothing') throw new TypeError('Failed to fetch');
    return Response.json(answered.body ?? null, { status: answered.status });
  };
  return calls;
};
