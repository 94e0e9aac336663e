import type { Harness } from './harness.js';

/** The answer to a call of a browser. */
export interface Page<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
  /** The `Set-Cookie` lines. */
  readonly cookies: readonly string[];
}

/** Calls over real connections, as browsers and programs make them. Of a trusted proxy, each may come from anywhere. */
export const browserOf = ({ url }: Harness) => {
  const send = async <Body>(
    method: string,
    path: string,
    body: object | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<Page<Body>> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text === '' ? null : JSON.parse(text)) as Body,
      headers: response.headers,
      cookies: response.headers.getSetCookie(),
    };
  };

  /** A browser, which keeps its cookies. */
  const browser = (headers: Readonly<Record<string, string>> = {}) => {
    const jar = new Map<string, string>();
    return {
      jar,
      async post<Body>(path: string, body: object = {}, own: Readonly<Record<string, string>> = {}) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const page = await send<Body>('POST', path, body, {
          origin: url,
          ...(cookie === '' ? {} : { cookie }),
          ...headers,
          ...own,
        });
        for (const line of page.cookies) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          jar.set(name, value);
        }
        return page;
      },
    };
  };
  /** A program that keeps nothing. */
  const post = <Body>(path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    send<Body>('POST', path, body, headers);
  return { url, send, post, browser };
};
