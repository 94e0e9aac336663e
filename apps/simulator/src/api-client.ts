import {
  IDEMPOTENCY_KEY_HEADER,
  type AccessClaims,
  type FirstAccessAnswer,
  type LoginAnswer,
  type RefreshAnswer,
} from '@flagpost/contracts';
import type { Clock } from '@flagpost/platform';
import { refusalOf, Unreachable, wordsOf } from './refusals.js';
import { createSignIn, type LogIn } from './sign-in.js';

/** Account and server of the simulator. */
export interface Account {
  readonly apiUrl: string;
  readonly email: string;
  readonly password: string;
}

type Headers = Readonly<Record<string, string>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

/** The public HTTP API, signed in. Paths are those below `/api`; every call rejects with `ApiRefusal` or `Unreachable`. */
export interface ApiClient {
  get<T>(path: string): Promise<T>;
  /** With a key, a repeat of the same request is answered as the first one was, and does nothing. */
  post<T>(path: string, body?: unknown, idempotencyKey?: string): Promise<T>;
  /** Sends one file, in the field `file` of a form. */
  upload<T>(path: string, file: Uint8Array, fileName: string): Promise<T>;
  put<T>(path: string, body?: unknown): Promise<T>;
  patch<T>(path: string, body?: unknown): Promise<T>;
  /** Of the user who signed in; null for administrators. */
  clubId(): Promise<number | null>;
}

/** Statuses that reject these credentials, or so many attempts; others are failures of the server. */
const REFUSES_SIGN_IN = [400, 401, 403, 418, 422, 429];

const whatToDo = (email: string): string =>
  `If the password of ${email} was changed, set FLAGPOST_PASSWORD to the new one; or set FLAGPOST_EMAIL and FLAGPOST_PASSWORD to another event organizer.`;

export const createApiClient = ({ apiUrl, email, password }: Account, clock: Clock): ApiClient => {
  const base = `${apiUrl.replace(/\/$/, '')}/api`;

  const send = (method: Method, path: string, body: unknown, headers: Headers): Promise<Response> =>
    fetch(`${base}/${path}`, {
      method,
      ...(body instanceof FormData
        ? { headers, body }
        : {
            headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          }),
    }).catch((error: unknown) => {
      throw new Unreachable(`The server at ${apiUrl} does not answer.`, { cause: error });
    });

  const refused = (statusCode: number, words: string, retryAfterS = 0) => ({
    refusal: {
      statusCode,
      retryAfterS,
      message: `The server refused to sign in ${email} (${statusCode}): ${words} ${whatToDo(email)}`,
    },
  });
  let refreshToken: string | null = null;
  /** Null without a session, or if the session was ended. */
  const refresh = async (): Promise<string | null> => {
    if (refreshToken === null) return null;
    const response = await send('POST', 'auth/refresh', { refreshToken }, {});
    if (response.status === 401) {
      refreshToken = null;
      return null;
    }
    if (!response.ok) throw await refusalOf(response, 'to renew the session');
    const answer = (await response.json()) as RefreshAnswer;
    ({ refreshToken } = answer);
    return answer.accessToken;
  };
  /** The password is sent once for a session; while that holds, its tokens are renewed without it. */
  const logIn: LogIn = async () => {
    const renewed = await refresh();
    if (renewed !== null) return { token: renewed };
    const response = await send('POST', 'auth/login', { email, password }, {});
    if (REFUSES_SIGN_IN.includes(response.status)) {
      const retryAfterS = Number(response.headers.get('retry-after') ?? 0);
      return refused(
        response.status,
        await wordsOf(response),
        Number.isFinite(retryAfterS) ? retryAfterS : 0,
      );
    }
    if (!response.ok) throw await refusalOf(response, `to sign in ${email}`);
    const answer = (await response.json()) as LoginAnswer | FirstAccessAnswer;
    if ('passwordChangeNeeded' in answer)
      return refused(response.status, 'its first password has to be replaced in the back-office.');
    ({ refreshToken } = answer);
    return { token: answer.accessToken };
  };
  const signIn = createSignIn(logIn, clock);

  const call = async <T>(method: Method, path: string, body?: unknown, key?: string): Promise<T> => {
    const keyed: Headers = key === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: key };
    const ask = (token: string): Promise<Response> =>
      send(method, path, body, { ...keyed, authorization: `Bearer ${token}` });
    const token = await signIn.token();
    let response = await ask(token);
    if (response.status === 401) {
      signIn.forget(token);
      response = await ask(await signIn.token());
    }
    if (!response.ok) throw await refusalOf(response, `${method} /${path}`);
    return (await response.json()) as T;
  };

  return {
    get: (path) => call('GET', path),
    post: (path, body, key) => call('POST', path, body, key),
    upload: (path, file, fileName) => {
      const form = new FormData();
      form.append('file', new Blob([Uint8Array.from(file)]), fileName);
      return call('POST', path, form);
    },
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    async clubId() {
      const [, claims = ''] = (await signIn.token()).split('.');
      return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as AccessClaims).ClubId;
    },
  };
};
