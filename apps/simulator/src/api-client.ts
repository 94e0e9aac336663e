import type { AccessClaims, ErrorAnswer, LoginAnswer } from '@flagpost/contracts';

/** Whom the simulator signs in as, and where. */
export interface Account {
  readonly apiUrl: string;
  readonly email: string;
  readonly password: string;
}

/** The api said no. The message is a sentence. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

/** Nobody answers at the address. The message is a sentence. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

type Headers = Readonly<Record<string, string>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

/** The public HTTP API, signed in. Paths are those below `/api`; every call rejects with `ApiRefusal` or `Unreachable`. */
export interface ApiClient {
  get<T>(path: string): Promise<T>;
  /** With a key, a repeat of the same request is answered as the first one was, and does nothing. */
  post<T>(path: string, body?: unknown, idempotencyKey?: string): Promise<T>;
  put<T>(path: string, body?: unknown): Promise<T>;
  patch<T>(path: string, body?: unknown): Promise<T>;
  /** Of who signed in; null for administrators. */
  clubId(): Promise<number | null>;
}

const refusalOf = async (response: Response, what: string): Promise<ApiRefusal> => {
  const answer = (await response.json().catch(() => null)) as ErrorAnswer | null;
  const fields = Object.entries(answer?.fields ?? {}).map(([field, fault]) => `${field}: ${fault}`);
  const words = [answer?.message ?? response.statusText, ...fields].join(' ').trim();
  return new ApiRefusal(response.status, `The server refused ${what} (${response.status}): ${words}`);
};

export const createApiClient = ({ apiUrl, email, password }: Account): ApiClient => {
  const base = `${apiUrl.replace(/\/$/, '')}/api`;
  let session: Promise<string> | null = null;

  const send = (method: Method, path: string, body: unknown, headers: Headers): Promise<Response> =>
    fetch(`${base}/${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new Unreachable(`The server at ${apiUrl} does not answer.`, { cause: error });
    });

  const signIn = async (): Promise<string> => {
    const response = await send('POST', 'auth/login', { email, password }, {});
    if (!response.ok) throw await refusalOf(response, `to sign in ${email}`);
    return ((await response.json()) as LoginAnswer).accessToken;
  };
  const token = (): Promise<string> => {
    session ??= signIn().catch((error: unknown) => {
      session = null;
      throw error;
    });
    return session;
  };

  const call = async <T>(method: Method, path: string, body?: unknown, key?: string): Promise<T> => {
    const keyed: Headers = key === undefined ? {} : { 'idempotency-key': key };
    const ask = async (): Promise<Response> =>
      send(method, path, body, { ...keyed, authorization: `Bearer ${await token()}` });
    let response = await ask();
    if (response.status === 401) {
      session = null;
      response = await ask();
    }
    if (!response.ok) throw await refusalOf(response, `${method} /${path}`);
    return (await response.json()) as T;
  };

  return {
    get: (path) => call('GET', path),
    post: (path, body, key) => call('POST', path, body, key),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    async clubId() {
      const [, claims = ''] = (await token()).split('.');
      return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as AccessClaims).ClubId;
    },
  };
};
