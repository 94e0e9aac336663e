import { SESSION, type LoginAnswer } from '@flagpost/contracts';

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** Calls of the api as one account. */
export interface Caller {
  readonly token: string;
  call<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
}

const request = async <T>(
  url: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer<T>> => {
  const response = await fetch(`${url}/api${path}`, {
    method,
    ...(body instanceof FormData
      ? { headers, body }
      : {
          headers: { 'content-type': 'application/json', ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
};

export const logIn = (url: string, email: string, password: string): Promise<Answer<LoginAnswer>> =>
  request(url, 'POST', '/auth/login', { email, password }, {});

/** @throws if the account may not sign in. */
export const signIn = async (url: string, email: string, password = 'Flagpost1'): Promise<Caller> => {
  const { status, body } = await logIn(url, email, password);
  if (status !== 200) throw new Error(`${email} was answered ${status}: ${JSON.stringify(body)}`);
  const token = body.accessToken;
  return {
    token,
    call: (method, path, sent, headers = {}) =>
      request(url, method, path, sent, { authorization: `Bearer ${token}`, ...headers }),
  };
};

/** Well before the token ends. */
export const SIGNED_IN_FOR_MS = SESSION.accessTokenMs / 2;

/** Like `signIn`, but renews the token before it expires. */
export const staySignedIn = async (url: string, email: string): Promise<Caller> => {
  let caller = await signIn(url, email);
  let since = Date.now();
  return {
    get token() {
      return caller.token;
    },
    async call<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
      if (Date.now() - since > SIGNED_IN_FOR_MS) {
        caller = await signIn(url, email);
        since = Date.now();
      }
      return caller.call<T>(method, path, body, headers);
    },
  };
};

/** The answer to a call. @throws if it is refused. */
export const answered = async <T>(
  caller: Caller,
  method: string,
  path: string,
  sent?: unknown,
): Promise<T> => {
  const { status, body } = await caller.call<T>(method, path, sent);
  if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

const CALLS_AT_ONCE = 8;

/** Runs tasks in order, with limited concurrency. */
export const each = async <T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const done: R[] = [];
  for (let from = 0; from < items.length; from += CALLS_AT_ONCE) {
    const some = items.slice(from, from + CALLS_AT_ONCE);
    done.push(...(await Promise.all(some.map((item, index) => work(item, from + index)))));
  }
  return done;
};
